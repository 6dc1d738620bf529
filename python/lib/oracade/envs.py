"""One environment."""

from __future__ import annotations

import json
from typing import Any

import gymnasium
import numpy as np

from ._native import NativeEnv, NativeState
from .spaces import settings_of, space_of, value_of

SEEDS = 2**53


class OracadeEnv(gymnasium.Env[Any, Any]):
    """An environment by its name, or by the path of an ``env.toml`` beside a game of WebAssembly.

    ``obs``: ``pixels``, ``vector``, ``text`` or ``json``, or several joined by ``+`` for a dictionary. ``frame_skip``: sixtieths of a
    second a step takes. ``sticky``: how likely a step repeats the action before. ``max_steps``: 0 is never. ``options``: of the game.
    """

    metadata = {"render_modes": ["rgb_array", "ansi"], "render_fps": 60}

    def __init__(
        self,
        name: str,
        obs: str | None = None,
        size: tuple[int, int] | None = None,
        gray: bool | None = None,
        frame_skip: int | None = None,
        sticky: float | None = None,
        max_steps: int | None = None,
        options: dict[str, Any] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            raise ValueError(f"there is no render mode {render_mode!r}; choose rgb_array or ansi")
        self.render_mode = render_mode
        self.native = NativeEnv(name, settings_of(obs, size, gray, frame_skip, sticky, max_steps, options))
        told = json.loads(self.native.described())
        self.action_names: list[str] = told["actions"]
        self.action_space = space_of(told["action_space"])
        self.observation_space = space_of(told["observation_space"])

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(SEEDS)) if seed is None else seed
        seen, info = self.native.reset(chosen, json.dumps(options) if options else None)
        return value_of(self.observation_space, seen), json.loads(info)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if isinstance(action, np.ndarray):
            action = action.tolist()
        seen, reward, terminated, truncated, info = self.native.step(action)
        return value_of(self.observation_space, seen), reward, terminated, truncated, json.loads(info)

    def render(self) -> Any:
        if self.render_mode == "rgb_array":
            width, height, pixels = self.native.render()
            return np.frombuffer(bytearray(pixels), dtype=np.uint8).reshape(height, width, 3)
        if self.render_mode == "ansi":
            return self.native.text()
        return None

    def snapshot(self) -> dict[str, Any]:
        """The game's own view of its state."""
        return json.loads(self.native.snapshot())

    def score(self) -> float | None:
        """What the episode comes to so far."""
        return self.native.score()

    def save(self) -> tuple[NativeState, dict[str, Any]]:
        """Keeps where it is, chance and picture included."""
        return self.native.save(), self.np_random.bit_generator.state

    def restore(self, saved: tuple[NativeState, dict[str, Any]]) -> tuple[Any, dict[str, Any]]:
        """Goes where it or another of its kind was; what is seen and told there."""
        state, chance = saved
        seen, info = self.native.restore(state)
        self.np_random.bit_generator.state = chance
        return value_of(self.observation_space, seen), json.loads(info)
