"""Games for several players at once, as PettingZoo's parallel environments.

    from oracade.players import parallel_env
    env = parallel_env("oracade/Dyers-v0", render_mode="rgb_array")
"""

from __future__ import annotations

import json
from typing import Any, Unpack

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding

from ._native import ActionError, ConfigError
from .envs import RENDER_MODES, SEEDS, opened, picture
from .served import ServedEnv
from .spaces import Settings, settings_of, space_of, value_of

try:
    from pettingzoo import ParallelEnv
except ImportError as error:
    raise ImportError('games for several players need PettingZoo; run pip install "oracade[players]"') from error


class OracadeParallelEnv(ParallelEnv[str, Any, Any]):  # type: ignore[misc]
    """The players of a game, each with actions, observations and rewards of its own; all act in every step.

    ``obs`` is one view: ``vector`` is as each player sees the game, pictures and texts are the same for all. The other arguments are
    those of :class:`oracade.OracadeEnv`.
    """

    def __init__(
        self,
        name: str,
        render_mode: str | None = None,
        **settings: Unpack[Settings],
    ) -> None:
        if render_mode is not None and render_mode not in RENDER_MODES:
            raise ValueError(f"there is no render mode {render_mode!r}; choose rgb_array or ansi")
        obs = settings.get("obs")
        if obs is not None and "+" in obs:
            raise ValueError(f"players see one view, not {obs!r}; choose vector, pixels, text or json")
        self.render_mode = render_mode
        self.native: Any = opened(name, settings_of(settings))
        told = json.loads(self.native.described())
        if not told["players"]:
            self.close()
            raise ConfigError(f"{name} is a game for one; make it with gymnasium.make, or list [[players]] in its env.toml")
        self.metadata = {"name": name, "render_modes": list(RENDER_MODES), "render_fps": 60, "is_parallelizable": True}
        self.possible_agents: list[str] = [player["name"] for player in told["players"]]
        self.agents: list[str] = []
        self.action_names: dict[str, list[str]] = {player["name"]: player["actions"] for player in told["players"]}
        self.seen_space = space_of(told["observation_space"])
        # Each player has spaces of its own: sampling one's actions leaves the others' chance as it is.
        self.observation_spaces = {agent: space_of(told["observation_space"]) for agent in self.possible_agents}
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: spaces.Discrete(len(names)) for agent, names in self.action_names.items()
        }
        # A vector is seen by each in its own way, whatever else is seen by all.
        self.own = obs == "vector" or (obs is None and isinstance(self.seen_space, spaces.Box) and self.seen_space.dtype == np.float32)
        self.seed: int | None = None
        self.np_random: np.random.Generator | None = None

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def _observations(self, seen: Any) -> dict[str, Any]:
        if not self.own:
            return {agent: value_of(self.seen_space, seen) for agent in self.agents}
        return {agent: value_of(self.seen_space, self.native.player(n)) for n, agent in enumerate(self.agents)}

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[dict[str, Any], dict[str, Any]]:
        if seed is not None or self.np_random is None:
            self.np_random, _ = seeding.np_random(seed)
        chosen = int(self.np_random.integers(SEEDS)) if seed is None else seed
        seen, info = self.native.reset(chosen, json.dumps(options) if options else None)
        self.agents = list(self.possible_agents)
        return self._observations(seen), {agent: json.loads(info) for agent in self.agents}

    def step(
        self, actions: dict[str, Any]
    ) -> tuple[dict[str, Any], dict[str, float], dict[str, bool], dict[str, bool], dict[str, dict[str, Any]]]:
        if not self.agents:
            self.native.step([])  # tells that there is no episode
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ActionError(f"no action is given for {', '.join(missing)}; all players act in every step")
        seen, _, terminated, truncated, info = self.native.step([int(actions[agent]) for agent in self.agents])
        rewards = dict(zip(self.agents, self.native.rewards()))
        observations = self._observations(seen)
        told = {agent: json.loads(info) for agent in self.agents}
        ends = {agent: terminated for agent in self.agents}, {agent: truncated for agent in self.agents}
        if terminated or truncated:
            self.agents = []
        return observations, rewards, *ends, told

    def render(self) -> Any:
        return picture(self.native, self.render_mode)

    def state(self) -> Any:
        """The game's own view of its state, all of it."""
        return json.loads(self.native.snapshot())

    def close(self) -> None:
        if isinstance(self.native, ServedEnv):
            self.native.close()


def parallel_env(name: str = "oracade/Dyers-v0", **settings: Any) -> OracadeParallelEnv:
    """A game for several players, by PettingZoo's name for such makers."""
    return OracadeParallelEnv(name, **settings)
