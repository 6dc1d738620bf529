"""Work over a local cluster of two workers; skipped where Ray is not installed."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import oracade

ray = pytest.importorskip("ray")
pytest.importorskip("ray.rllib")

import oracade.ray  # noqa: E402

ROOT = Path(__file__).parents[2]
COMMAND = shutil.which(os.environ.get("ORACADE") or "oracade")
needs_command = pytest.mark.skipif(COMMAND is None, reason="no command oracade; build it and name it by ORACADE")


@pytest.fixture(scope="module", autouse=True)
def cluster():
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    yield
    ray.shutdown()


@needs_command
def test_a_batch_over_the_cluster_is_one_run(tmp_path):
    games = ["games/hopper", "games/wasm/2048", "games/wasm/ridgeway"]
    jobs = [{"game": game, "run": f"{seconds}s", "seed": seconds, "every": 30} for game in games for seconds in (1, 2)]
    jobs.append({"game": "games/nothing", "run": "1s", "id": "refused"})
    plan = tmp_path / "plan.jsonl"
    plan.write_text("".join(json.dumps(job) + "\n" for job in jobs))
    one = tmp_path / "one.jsonl"
    done = subprocess.run([COMMAND, "batch", plan, "--out", one, "--quiet"], cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1, done.stderr
    for shards in (2, 3):
        out = oracade.ray.evaluate(plan, tmp_path / f"{shards}.jsonl", shards=shards, folder=ROOT, program=COMMAND)
        assert out.read_bytes() == one.read_bytes()
    assert [json.loads(line)["outcome"] for line in one.read_text().splitlines()] == ["done"] * 6 + ["refused"]
    plan.write_text("no JSON\n")
    with pytest.raises(oracade.OracadeError, match="plan"):
        oracade.ray.evaluate(plan, tmp_path / "none.jsonl", folder=ROOT, program=COMMAND)


def test_runners_play_episodes_of_their_own():
    from ray.rllib.algorithms.ppo import PPOConfig

    config = oracade.ray.environment(PPOConfig(), "oracade/Candy-v0", lanes=3, obs="vector")
    config = config.env_runners(num_env_runners=2, rollout_fragment_length=60).debugging(seed=5)
    runner = oracade.ray.env_runner()
    first = [runner(config=config, worker_index=n).sample(num_timesteps=150, random_actions=True) for n in (1, 2)]
    boards = [episode.get_observations(0).tobytes() for episodes in first for episode in episodes if episode.t_started == 0]
    assert len(set(boards)) == len(boards) >= 6
    # The lane of a seed is the environment of that seed.
    single = oracade.OracadeEnv("oracade/Candy-v0", obs="vector")
    assert (single.reset(seed=5 + 3)[0] == first[0][0].get_observations(0)).all()
    ended = [episode for episodes in first for episode in episodes if episode.is_done]
    assert ended and all(len(episode) == 50 for episode in ended)
    rewards = [episode.get_return() for episode in ended]
    assert np.mean(rewards) > 40


def test_rllib_trains_on_two_workers():
    from ray.rllib.algorithms.ppo import PPOConfig

    config = oracade.ray.environment(PPOConfig(), "oracade/2048-v0", lanes=4, obs="vector", max_steps=200)
    config = config.env_runners(num_env_runners=2, num_cpus_per_env_runner=0.5)
    config = config.training(train_batch_size_per_learner=800, minibatch_size=200, num_epochs=1).debugging(seed=1)
    algorithm = config.build_algo()
    try:
        result = algorithm.train()
        assert result["env_runners"]["num_env_steps_sampled"] >= 800
        assert np.isfinite(result["env_runners"]["episode_return_mean"])
    finally:
        algorithm.stop()


def test_players_go_into_rllibs_wrapper():
    pytest.importorskip("pettingzoo")
    from ray.rllib.env.wrappers.pettingzoo_env import ParallelPettingZooEnv

    from oracade.players import parallel_env

    env = ParallelPettingZooEnv(parallel_env())
    seen, _ = env.reset(seed=2)
    assert set(seen) == {"west", "east"}
    _, rewards, terminated, truncated, _ = env.step({"west": 2, "east": 1})
    assert rewards["west"] == -rewards["east"] and not terminated["__all__"] and not truncated["__all__"]


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q"]))
