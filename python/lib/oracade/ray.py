"""More than one machine, by Ray: environment runners for RLlib, and batches over a cluster.

    config = oracade.ray.environment(PPOConfig(), "oracade/Ridgeway-v0", lanes=16, obs="vector")
    oracade.ray.evaluate("plan.jsonl", "results.jsonl")
"""

from __future__ import annotations

import functools
import subprocess
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ._native import OracadeError
from .served import command as default_command
from .vector import OracadeVectorEnv

try:
    import ray
except ImportError as error:
    raise ImportError('clusters need Ray; run pip install "oracade[ray]"') from error

if TYPE_CHECKING:
    from ray.rllib.algorithms.algorithm_config import AlgorithmConfig

__all__ = ["environment", "env_runner", "evaluate"]


@functools.cache
def env_runner() -> type[Any]:
    """RLlib's environment runner with :class:`oracade.OracadeVectorEnv` in it: lanes on threads without the interpreter, and of each
    runner seeds of its own. (A function, since batches do not need RLlib.)"""
    from gymnasium.wrappers.vector import DictInfoToList
    from ray.rllib.env.single_agent_env_runner import SingleAgentEnvRunner
    from ray.rllib.utils.annotations import override

    class OracadeEnvRunner(SingleAgentEnvRunner):  # type: ignore[misc]
        """See :func:`env_runner`."""

        env: Any = None

        @override(SingleAgentEnvRunner)  # type: ignore[untyped-decorator]
        def make_env(self) -> None:
            if self.env is not None:
                self.env.close()
            lanes = self.config.num_envs_per_env_runner
            # Runners' lanes follow each other, so that no two of them play one episode.
            if self.config.seed is not None:
                begin = self.config.seed + (1_000_000 if self.config.in_evaluation else 0)
                self._seed = begin + (self.worker_index or 0) * lanes
            settings = {"infos": False, "threads": 1, **self.config.env_config}
            self.env = DictInfoToList(OracadeVectorEnv(lanes, str(self.config.env), **settings))
            self.num_envs = lanes
            self._needs_initial_reset = True

    return OracadeEnvRunner


def environment(config: AlgorithmConfig, name: str, *, lanes: int = 8, **settings: Any) -> AlgorithmConfig:
    """An RLlib configuration with an environment of ours, ``lanes`` of it in each environment runner. ``settings`` are those of
    :class:`oracade.OracadeVectorEnv`; ``threads`` is 1 unless set, since a runner is given one core."""
    single = OracadeVectorEnv(1, name, **settings)
    config.environment(
        name,
        env_config=settings,
        observation_space=single.single_observation_space,
        action_space=single.single_action_space,
    )
    return config.env_runners(env_runner_cls=env_runner(), num_envs_per_env_runner=lanes)


def _shard(plan: str, number: int, count: int, words: list[str], program: str | None, folder: str | None) -> bytes:
    """The results of a shard, on whichever machine this runs."""
    with tempfile.TemporaryDirectory(prefix="oracade-shard-") as place:
        file, out = Path(place, "plan.jsonl"), Path(place, "results.jsonl")
        file.write_text(plan)
        said = [program or default_command(), "batch", str(file), "--out", str(out), "--shard", f"{number}/{count}", "--quiet", *words]
        done = subprocess.run(said, cwd=folder, capture_output=True, text=True)
        # 1: some jobs were not done, which is among the results.
        if done.returncode not in (0, 1) or not out.exists():
            raise OracadeError(f"shard {number}/{count} ended with exit code {done.returncode}: {done.stderr.strip()}")
        return out.read_bytes()


def evaluate(
    plan: str | Path,
    out: str | Path,
    *,
    shards: int | None = None,
    cpus: int = 1,
    folder: str | Path | None = None,
    program: str | None = None,
    options: list[str] | None = None,
) -> Path:
    """Does the jobs of a plan (docs/batch.md) over the cluster and writes the results of ``oracade batch``, to the byte.

    ``shards``: as many parts as there are cores for, unless set; ``cpus`` is how many of these one has. ``folder``: where paths of the
    plan begin, on every machine; unless set, the working directory that Ray gives its workers (``runtime_env={"working_dir": …}``
    brings a folder to them). ``program``: the command on the workers, unless ORACADE or PATH has it. ``options``: further ones of
    ``oracade batch``. A worker that is lost has its shard done again by another.
    """
    text, out = Path(plan).read_text(), Path(out)
    jobs = sum(1 for line in text.splitlines() if line.strip())
    if not ray.is_initialized():
        ray.init()
    if shards is None:
        shards = int(ray.cluster_resources().get("CPU", 1)) // cpus
    shards = max(1, min(shards, jobs))
    words = ["--jobs", str(cpus), *(options or [])]
    task = ray.remote(_shard).options(num_cpus=cpus, max_retries=3)
    place = None if folder is None else str(folder)
    asked = [task.remote(text, number, shards, words, program, place) for number in range(1, shards + 1)]
    try:
        parts = ray.get(asked)
    except ray.exceptions.RayTaskError as error:
        raise OracadeError(f"the batch was not done: {error.cause}") from error
    with tempfile.TemporaryDirectory(prefix="oracade-merge-") as folder_of_parts:
        files = []
        for number, part in enumerate(parts, 1):
            files.append(Path(folder_of_parts, f"part-{number}.jsonl"))
            files[-1].write_bytes(part)
        said = [program or default_command(), "merge", "--out", str(out), *map(str, files)]
        done = subprocess.run(said, capture_output=True, text=True)
        if done.returncode != 0:
            raise OracadeError(f"the shards' results cannot be joined: {done.stderr.strip()}")
    return out
