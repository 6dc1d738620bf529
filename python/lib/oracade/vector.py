"""Many environments that step together on threads, without the interpreter."""

from __future__ import annotations

import json
from typing import Any, Sequence, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from ._native import NativeVecEnv
from .spaces import Settings, settings_of, space_of, value_of

SEEDS = 2**53


class OracadeVectorEnv(VectorEnv[Any, Any, Any]):
    """``num_envs`` environments. ``threads``: 0 is one for each core. ``infos``: whether infos are made; they cost.
    ``copy``: observations are an array of their own each time rather than one that is written again."""

    def __init__(
        self,
        num_envs: int = 1,
        name: str = "",
        threads: int = 0,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        infos: bool = True,
        copy: bool = True,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        if render_mode is not None:
            raise ValueError("lanes are not rendered; make one environment for that")
        mode = AutoresetMode(autoreset_mode)
        self.metadata = {"autoreset_mode": mode, "render_modes": []}
        self.mode, self.copy, self.with_infos = mode, copy, infos
        self.native = NativeVecEnv(name, settings_of(settings), num_envs, threads, mode.value, infos)
        told = json.loads(self.native.described())
        self.num_envs = num_envs
        self.single_action_space = space_of(told["action_space"])
        self.single_observation_space = space_of(told["observation_space"])
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        single = self.single_observation_space
        self.seen = np.zeros((num_envs, *single.shape), single.dtype) if isinstance(single, spaces.Box) else None
        self.rewards = np.zeros(num_envs, np.float64)
        self.flags = np.zeros((2, num_envs), np.uint8)

    def _observations(self) -> Any:
        if self.seen is None:
            return tuple(value_of(self.single_observation_space, item) for item in self.native.items())
        if self.seen.dtype == np.uint8:
            self.native.write_bytes(self.seen.reshape(-1))
        else:
            self.native.write_floats(self.seen.reshape(-1))
        return self.seen.copy() if self.copy else self.seen

    def _infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {}
        if self.with_infos:
            for lane, info in enumerate(json.loads(self.native.infos())):
                infos = self._add_info(infos, info, lane)
        return infos

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        options = dict(options or {})
        mask = options.pop("reset_mask", None)
        if seed is None:
            seeds: list[int | None] = [int(chosen) for chosen in self.np_random.integers(SEEDS, size=self.num_envs)]
        elif isinstance(seed, int):
            super().reset(seed=seed)
            seeds = [seed + lane for lane in range(self.num_envs)]
        else:
            seeds = list(seed)
        mask = None if mask is None else [bool(flag) for flag in mask]
        self.native.reset(seeds, json.dumps(options) if options else None, mask)
        return self._observations(), self._infos()

    def step(self, actions: Any) -> tuple[Any, np.ndarray, np.ndarray, np.ndarray, dict[str, Any]]:
        actions = np.asarray(actions)
        if isinstance(self.single_action_space, spaces.Discrete):
            self.native.step(actions.astype(np.int64).tolist())
        else:
            bits = isinstance(self.single_action_space, spaces.MultiBinary)
            self.native.step_many(actions.astype(np.int64).tolist(), bits)
        self.native.write_outcomes(self.rewards, self.flags[0], self.flags[1])
        infos = self._infos()
        if self.mode == AutoresetMode.SAME_STEP:
            for lane, last, info in self.native.ended():
                told = {"final_obs": value_of(self.single_observation_space, last), "final_info": json.loads(info)}
                infos = self._add_info(infos, told, lane)
        terminated, truncated = self.flags.astype(bool)
        return self._observations(), self.rewards.copy(), terminated, truncated, infos

    def save(self) -> int:
        """Keeps where all lanes are until it is released; the number is for :meth:`restore` and :meth:`release`."""
        return self.native.save()

    def release(self, save: int) -> None:
        """Lets go of what was saved, and of its memory."""
        self.native.release(save)

    def restore(self, save: int) -> tuple[Any, dict[str, Any]]:
        """Goes where all lanes were; what is seen and told there."""
        self.native.restore(save)
        return self._observations(), self._infos()
