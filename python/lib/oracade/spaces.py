"""Spaces and observations from what the native module tells."""

from __future__ import annotations

import json
from typing import Any, TypedDict

import numpy as np
from gymnasium import spaces

DTYPES = {"uint8": np.uint8, "float32": np.float32}
VIEWS = ("pixels", "vector", "text", "json")


class FreeText(spaces.Text):
    """A text of any characters."""

    def contains(self, x: Any) -> bool:
        return isinstance(x, str) and len(x) <= self.max_length


def space_of(told: dict[str, Any]) -> spaces.Space[Any]:
    """A space from its description."""
    kind = told["space"]
    if kind == "Discrete":
        return spaces.Discrete(told["n"], start=told["start"])
    if kind == "MultiDiscrete":
        return spaces.MultiDiscrete(told["nvec"])
    if kind == "MultiBinary":
        return spaces.MultiBinary(told["n"])
    if kind == "Box":
        low = -np.inf if told["low"] is None else told["low"]
        high = np.inf if told["high"] is None else told["high"]
        return spaces.Box(low, high, shape=tuple(told["shape"]), dtype=DTYPES[told["dtype"]])
    if kind == "Text":
        return FreeText(told["max_length"], min_length=0)
    return spaces.Dict({name: space_of(inner) for name, inner in told["spaces"].items()})


def value_of(space: spaces.Space[Any], seen: Any) -> Any:
    """An observation of a space from what the native module gives."""
    if isinstance(space, spaces.Box):
        return np.frombuffer(bytearray(seen), dtype=space.dtype).reshape(space.shape)
    if isinstance(space, spaces.Dict):
        return {name: value_of(inner, seen[name]) for name, inner in space.spaces.items()}
    return seen


class Settings(TypedDict, total=False):
    """What every environment can be set to; what is left out or None is as its description has it."""

    obs: str | None
    size: tuple[int, int] | None
    gray: bool | None
    frame_skip: int | None
    sticky: float | None
    max_steps: int | None
    options: dict[str, Any] | None


def settings_of(settings: Settings) -> str:
    """Settings as the native module takes them."""
    unknown = settings.keys() - Settings.__annotations__.keys()
    if unknown:
        raise TypeError(f"there is no setting {min(unknown)!r}; choose among {', '.join(Settings.__annotations__)}")
    obs = settings.get("obs")
    views = obs.split("+") if obs else []
    for view in views:
        if view not in VIEWS:
            raise ValueError(f"there is no view {view!r}; choose among {', '.join(VIEWS)}, or join several with +")
    return json.dumps(
        {
            "views": views,
            "size": settings.get("size"),
            "gray": settings.get("gray"),
            "frames": settings.get("frame_skip"),
            "sticky": settings.get("sticky"),
            "max_steps": settings.get("max_steps"),
            "options": settings.get("options"),
        }
    )
