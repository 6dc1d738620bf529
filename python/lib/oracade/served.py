"""Environments of the command ``oracade``: pages, which need a JavaScript engine that this package does not have."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import threading
from typing import Any, NoReturn

from ._native import ActionError, ConfigError, GameError, OracadeError, StateError

KINDS: dict[str, type[OracadeError]] = {"action": ActionError, "config": ConfigError, "game": GameError, "state": StateError}


def command() -> str:
    """The command ``oracade``: what the variable ORACADE names, or what is found on PATH."""
    named = os.environ.get("ORACADE")
    found = shutil.which(named or "oracade")
    if found is None:
        where = f"ORACADE names {named!r}, which is no program" if named else "no program `oracade` is on PATH"
        raise OracadeError(f"{where}; pages are played by it: build it (see README.md), put it on PATH or name it by ORACADE")
    return found


class ServedState:
    """Where a served environment was. It ends with the process that keeps it."""

    def __init__(self, env: ServedEnv, number: int) -> None:
        self.env, self.number = env, number

    def __del__(self) -> None:
        self.env.dropped.append(self.number)


class ServedEnv:
    """An environment in a process of the command, with the methods of ``NativeEnv``."""

    def __init__(self, name: str, settings: str) -> None:
        self.dropped: list[int] = []
        self.lock = threading.Lock()
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE}
        self.process = subprocess.Popen([command(), "gym", "serve"], **pipes)  # type: ignore[call-overload]
        try:
            told, _ = self.ask({"do": "make", "env": name, "settings": json.loads(settings)})
        except BaseException:
            self.close()
            raise
        self.told: dict[str, Any] = told["described"]

    def gone(self, cause: BaseException | None) -> NoReturn:
        code = self.process.poll()
        ended = "has ended" if code is None else f"ended with exit code {code}"
        raise OracadeError(f"the process of the environment {ended}; what it wrote on standard error tells why") from cause

    def ask(self, request: dict[str, Any]) -> tuple[dict[str, Any], memoryview]:
        """A request, what is told, and the bytes that belong to it."""
        to, answers = self.process.stdin, self.process.stdout
        assert to is not None and answers is not None
        with self.lock:
            while self.dropped:
                self._exchange(to, answers, {"do": "drop", "state": self.dropped.pop()})
            told, data = self._exchange(to, answers, request)
        if "error" in told:
            raise KINDS.get(told["kind"], OracadeError)(told["error"])
        return told, memoryview(data)

    def _exchange(self, to: Any, answers: Any, request: dict[str, Any]) -> tuple[dict[str, Any], bytes]:
        try:
            to.write(json.dumps(request).encode() + b"\n")
            to.flush()
            line = answers.readline()
            told = json.loads(line) if line else self.gone(None)
            data = answers.read(told["bytes"])
        except (OSError, ValueError) as error:
            self.gone(error)
        if len(data) != told["bytes"]:
            self.gone(None)
        return told, data

    def seen(self, told: Any, data: memoryview) -> Any:
        """An observation as ``NativeEnv`` gives it."""
        if not isinstance(told, dict):
            return told
        if "dict" in told:
            items = {}
            for name, inner in told["dict"].items():
                items[name] = self.seen(inner, data)
                data = data[len(items[name]) if isinstance(inner, dict) else 0 :]
            return items
        return bytes(data[: next(iter(told.values()))])

    def described(self) -> str:
        return json.dumps(self.told)

    def reset(self, seed: int | None = None, options: str | None = None) -> tuple[Any, str]:
        request = {"do": "reset", "seed": seed, "options": json.loads(options) if options else None}
        told, data = self.ask(request)
        return self.seen(told["seen"], data), json.dumps(told["info"])

    def step(self, given: Any) -> tuple[Any, float, bool, bool, str]:
        given = given.tolist() if hasattr(given, "tolist") else given
        told, data = self.ask({"do": "step", "action": given})
        seen = self.seen(told["seen"], data)
        return seen, float(told["reward"]), told["terminated"], told["truncated"], json.dumps(told["info"])

    def rewards(self) -> list[float]:
        return [float(reward) for reward in self.ask({"do": "rewards"})[0]["rewards"]]

    def player(self, player: int) -> bytes:
        told, data = self.ask({"do": "player", "player": player})
        return bytes(self.seen(told["seen"], data))

    def render(self) -> tuple[int, int, bytes]:
        told, data = self.ask({"do": "render"})
        width, height = told["size"]
        return width, height, bytes(data)

    def text(self) -> str:
        return str(self.ask({"do": "text"})[0]["text"])

    def snapshot(self) -> str:
        return json.dumps(self.ask({"do": "snapshot"})[0]["snapshot"])

    def score(self) -> float | None:
        score = self.ask({"do": "score"})[0]["score"]
        return None if score is None else float(score)

    def save(self) -> ServedState:
        return ServedState(self, self.ask({"do": "save"})[0]["state"])

    def restore(self, state: ServedState) -> tuple[Any, str]:
        if state.env is not self:
            raise StateError("the state cannot be restored: it is kept by the process of another environment")
        told, data = self.ask({"do": "restore", "state": state.number})
        return self.seen(told["seen"], data), json.dumps(told["info"])

    def close(self) -> None:
        """Ends the process."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None and not pipe.closed:
                try:
                    pipe.close()
                except OSError:
                    pass
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def __del__(self) -> None:
        if hasattr(self, "process"):
            self.close()
