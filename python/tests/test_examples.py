"""The examples learn: short forms of what docs/gymnasium.md tells."""

import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = Path(__file__).parents[1] / "examples"


def run(name, *words):
    done = subprocess.run([sys.executable, str(EXAMPLES / name), *words], capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_2048_is_learnt():
    assert "learnt from 120 games" in run("learn_2048.py", "120")


def test_the_ridge_is_learnt():
    pytest.importorskip("stable_baselines3")
    assert "px, learnt" in run("ppo_ridgeway.py", "40000")


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q"]))
