"""Browser games and classics as Gymnasium environments.

    import gymnasium, oracade
    env = gymnasium.make("oracade/Tetris-v0", obs="pixels", render_mode="rgb_array")

Games for several players are in :mod:`oracade.players`, work over many machines in :mod:`oracade.ray`.
"""

from __future__ import annotations

import gymnasium

from ._native import ActionError, ConfigError, GameError, OracadeError, StateError, names
from .envs import OracadeEnv
from .vector import OracadeVectorEnv

__all__ = [
    "ActionError",
    "ConfigError",
    "GameError",
    "OracadeEnv",
    "OracadeError",
    "OracadeVectorEnv",
    "StateError",
    "env_ids",
    "register",
]


def env_ids() -> list[str]:
    """The ids of the environments."""
    return [f"oracade/{name}" for name in names()]


def register() -> None:
    """Makes the environments known to Gymnasium; once is enough, and importing this package does it."""
    for env_id in env_ids():
        if env_id not in gymnasium.registry:
            gymnasium.register(
                id=env_id,
                entry_point="oracade.envs:OracadeEnv",
                vector_entry_point="oracade.vector:OracadeVectorEnv",
                kwargs={"name": env_id},
            )


register()
