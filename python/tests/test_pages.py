"""Pages are environments too, in processes of the command ``oracade``; skipped where that is not built."""

import json
import os
import shutil
import sys
from pathlib import Path

import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import oracade
from oracade.served import ServedEnv

PAGE = Path(__file__).parents[2] / "games" / "envs" / "hopper.toml"
needs_command = pytest.mark.skipif(
    shutil.which(os.environ.get("ORACADE") or "oracade") is None, reason="no command oracade; build it and name it by ORACADE"
)


def test_a_missing_command_is_told(monkeypatch, tmp_path):
    monkeypatch.setenv("ORACADE", str(tmp_path / "nothing"))
    with pytest.raises(oracade.OracadeError, match="ORACADE names"):
        oracade.OracadeEnv(str(PAGE))
    monkeypatch.delenv("ORACADE")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(oracade.OracadeError, match="build it"):
        oracade.OracadeEnv(str(PAGE))


@needs_command
def test_gymnasiums_checker_passes():
    for obs in ("json", "pixels"):
        env = oracade.OracadeEnv(str(PAGE), obs=obs)
        check_env(env, skip_render_check=True)
        env.close()


@needs_command
def test_pages_are_pictures_and_can_be_saved():
    env = oracade.OracadeEnv(str(PAGE), obs="pixels+json", render_mode="rgb_array", size=(60, 40))
    seen, info = env.reset(seed=0)
    assert seen["pixels"].shape == (40, 60, 3) and seen["pixels"].any() and isinstance(seen["json"], str)
    assert env.render().ndim == 3
    actions = [env.action_space.sample() for _ in range(8)]
    for action in actions[:4]:
        env.step(action)
    saved = env.save()
    ahead = [env.step(action) for action in actions[4:]]
    seen, _ = env.restore(saved)
    again = [env.step(action) for action in actions[4:]]
    for (a, *outcome), (b, *other) in zip(ahead, again):
        assert a["json"] == b["json"] and (a["pixels"] == b["pixels"]).all() and outcome == other
    del saved
    env.step(actions[0])
    other = oracade.OracadeEnv(str(PAGE), obs="pixels+json")
    other.reset(seed=0)
    with pytest.raises(oracade.StateError, match="another environment"):
        other.restore(env.save())
    other.close()
    env.close()


@needs_command
def test_a_served_environment_is_the_native_one():
    """Observations, rewards and infos over the pipes are those of this process."""
    settings = '{"views": ["pixels", "vector", "text"]}'
    served = ServedEnv("oracade/Tetris-v0", settings)
    native = oracade.OracadeEnv("oracade/Tetris-v0", obs="pixels+vector+text").native

    def same(answer, expected):
        assert answer[:-1] == expected[:-1] and json.loads(answer[-1]) == json.loads(expected[-1])

    same(("", served.described()), ("", native.described()))
    same(served.reset(7), native.reset(7))
    for step in range(60):
        same(served.step(step % 7), native.step(step % 7))
    assert served.render() == native.render() and served.text() == native.text() and served.score() == native.score()
    with pytest.raises(oracade.ActionError, match="Discrete\\(7\\)"):
        served.step(np.int64(7))
    served.process.kill()
    with pytest.raises(oracade.OracadeError, match="the process of the environment"):
        served.step(0)
    served.close()


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q"]))
