"""One environment."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Unpack

import gymnasium
import numpy as np

from ._native import NativeEnv, NativeState
from .served import ServedEnv, ServedState
from .spaces import Settings, settings_of, space_of, value_of

SEEDS = 2**53
RENDER_MODES = ("rgb_array", "ansi")


def is_page(name: str) -> bool:
    """Whether a name is the path of a description beside a page."""
    path = Path(name)
    if not path.exists():
        return False
    file = path / "env.toml" if path.is_dir() else path
    try:
        import tomllib

        bundle = tomllib.loads(file.read_text()).get("game", {}).get("bundle", ".")
    except (OSError, ValueError):
        # What is wrong with it is told by whoever opens it.
        return False
    folder = file.parent / str(bundle)
    return folder.is_file() or (folder / "index.html").is_file() or not (folder / "game.wasm").is_file()


def opened(name: str, settings: str) -> NativeEnv | ServedEnv:
    """An environment in this process, or a page in one of the command."""
    return ServedEnv(name, settings) if is_page(name) else NativeEnv(name, settings)


def picture(native: NativeEnv | ServedEnv, mode: str | None) -> Any:
    """What ``render`` gives."""
    if mode == "rgb_array":
        width, height, pixels = native.render()
        return np.frombuffer(bytearray(pixels), dtype=np.uint8).reshape(height, width, 3)
    return native.text() if mode == "ansi" else None


class OracadeEnv(gymnasium.Env[Any, Any]):
    """An environment by its name, or by the path of an ``env.toml`` beside a game: one of WebAssembly runs in this process, a page in
    one of the command ``oracade`` (found by the variable ORACADE or on PATH).

    ``obs``: ``pixels``, ``vector``, ``text`` or ``json``, or several joined by ``+`` for a dictionary. ``frame_skip``: sixtieths of a
    second a step takes. ``sticky``: how likely a step repeats the action before. ``max_steps``: 0 is never. ``options``: of the game.
    """

    metadata: dict[str, Any] = {"render_modes": list(RENDER_MODES), "render_fps": 60}

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; choose rgb_array or ansi")
        self.render_mode = render_mode
        self.native: Any = opened(name, settings_of(settings))
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
        elif isinstance(action, np.generic):
            action = action.item()
        seen, reward, terminated, truncated, info = self.native.step(action)
        return value_of(self.observation_space, seen), reward, terminated, truncated, json.loads(info)

    def render(self) -> Any:
        return picture(self.native, self.render_mode)

    def close(self) -> None:
        if isinstance(self.native, ServedEnv):
            self.native.close()

    def snapshot(self) -> dict[str, Any]:
        """The game's own view of its state."""
        found: dict[str, Any] = json.loads(self.native.snapshot())
        return found

    def score(self) -> float | None:
        """What the episode comes to so far."""
        found: float | None = self.native.score()
        return found

    def save(self) -> tuple[NativeState | ServedState, dict[str, Any]]:
        """Keeps where it is, chance and picture included."""
        return self.native.save(), dict(self.np_random.bit_generator.state)

    def restore(self, saved: tuple[NativeState | ServedState, dict[str, Any]]) -> tuple[Any, dict[str, Any]]:
        """Goes where it or another of its kind was; what is seen and told there."""
        state, chance = saved
        seen, info = self.native.restore(state)
        self.np_random.bit_generator.state = chance
        return value_of(self.observation_space, seen), json.loads(info)
