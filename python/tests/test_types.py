"""What type checkers are told is true: the package passes mypy, its stubs are those of the native module, and users are helped."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("mypy")
ROOT = Path(__file__).parents[1]

USER = """
import gymnasium
import oracade
from oracade import OracadeEnv, OracadeVectorEnv

env = OracadeEnv("oracade/Tetris-v0", obs="pixels", frame_skip=4)
score: float | None = env.score()
saved = env.save()
env.restore(saved)
lanes = OracadeVectorEnv(4, "oracade/Tetris-v0", infos=False)
names: list[str] = oracade.env_ids()
reveal_type(env.snapshot())
"""
WRONG = """
from oracade import OracadeEnv

OracadeEnv("oracade/Tetris-v0", frame_skip="four")
OracadeEnv("oracade/Tetris-v0").score() + "text"
"""


def run(*words, cwd):
    return subprocess.run([sys.executable, "-m", *words], cwd=cwd, capture_output=True, text=True)


def test_the_package_passes(tmp_path):
    # Libraries that may be absent are not looked into.
    done = run("mypy", "--strict", "--ignore-missing-imports", "--disable-error-code=unused-ignore", "-p", "oracade", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_stubs_are_those_of_the_module(tmp_path):
    done = run("mypy.stubtest", "oracade._native", cwd=tmp_path)
    assert done.returncode == 0, done.stdout + done.stderr


def test_users_are_told(tmp_path):
    (tmp_path / "user.py").write_text(USER)
    (tmp_path / "wrong.py").write_text(WRONG)
    done = run("mypy", "--strict", "user.py", cwd=tmp_path)
    assert done.returncode == 0 and "dict[str, Any]" in done.stdout, done.stdout + done.stderr
    done = run("mypy", "--strict", "wrong.py", cwd=tmp_path)
    assert "frame_skip" in done.stdout and "Unsupported operand" in done.stdout, done.stdout + done.stderr
