"""The environments keep Gymnasium's contract and ours."""

import functools
import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode

import oracade


def walk(env, steps, seed=0):
    env.action_space.seed(seed)
    lines = []
    for _ in range(steps):
        seen, reward, terminated, truncated, info = env.step(env.action_space.sample())
        lines.append((np.asarray(seen).tobytes() if isinstance(seen, np.ndarray) else str(seen), reward, terminated, truncated, str(info)))
        if terminated or truncated:
            env.reset()
    return lines


@pytest.mark.parametrize("env_id", oracade.env_ids())
@pytest.mark.parametrize("obs", ["pixels", "vector", "text", "pixels+text"])
def test_gymnasiums_checker_passes(env_id, obs):
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        env = gymnasium.make(env_id, obs=obs, disable_env_checker=True).unwrapped
        check_env(env, skip_render_check=True)


@pytest.mark.parametrize("env_id", oracade.env_ids())
def test_saved_environments_go_on(env_id):
    env = gymnasium.make(env_id, obs="pixels").unwrapped
    env.reset(seed=3)
    walk(env, 20)
    saved = env.save()
    ahead = walk(env, 30, 1)
    seen, _ = env.restore(saved)
    assert env.observation_space.contains(seen)
    assert walk(env, 30, 1) == ahead


def test_pictures_and_words():
    env = gymnasium.make("oracade/2048-v0", render_mode="rgb_array")
    env.reset(seed=0)
    assert env.render().shape == (400, 400, 3)
    env = gymnasium.make("oracade/Tetris-v0", render_mode="ansi")
    env.reset(seed=0)
    assert "Next Pieces" in env.render()


def test_lanes_are_those_of_single_environments():
    lanes = gymnasium.make_vec("oracade/Candy-v0", num_envs=3, vectorization_mode="vector_entry_point", obs="vector")
    seen, infos = lanes.reset(seed=5)
    singles = [gymnasium.make("oracade/Candy-v0", obs="vector") for _ in range(3)]
    firsts = [env.reset(seed=5 + lane)[0] for lane, env in enumerate(singles)]
    assert (seen == np.stack(firsts)).all() and infos["num_moves_left"].tolist() == [50, 50, 50]
    for step in range(40):
        actions = np.arange(3) * 7 + step
        seen, rewards, terminated, truncated, infos = lanes.step(actions)
        for lane, env in enumerate(singles):
            expected = env.step(int(actions[lane]))
            assert (seen[lane] == expected[0]).all() and rewards[lane] == expected[1]
            assert (terminated[lane], truncated[lane]) == (expected[2], expected[3])
    assert lanes.observation_space.contains(seen)


def test_lanes_begin_anew_by_their_mode():
    def make(mode):
        return gymnasium.make_vec(
            "oracade/2048-v0", num_envs=2, vectorization_mode="vector_entry_point", max_steps=2, autoreset_mode=mode
        )

    following = make(AutoresetMode.NEXT_STEP)
    following.reset(seed=0)
    flags = [following.step([0, 1])[3].tolist() for _ in range(4)]
    assert flags == [[False] * 2, [True] * 2, [False] * 2, [False] * 2]
    same = make(AutoresetMode.SAME_STEP)
    same.reset(seed=0)
    same.step([0, 1])
    seen, _, _, truncated, infos = same.step([0, 1])
    assert truncated.all() and infos["_final_obs"].all() and not (infos["final_obs"][0] == seen[0]).all()
    save = same.save()
    ahead = [same.step([2, 3])[0] for _ in range(5)]
    same.restore(save)
    assert all((a == same.step([2, 3])[0]).all() for a in ahead)
    other = same.save()
    same.release(save)
    with pytest.raises(oracade.StateError, match="was released"):
        same.restore(save)
    same.restore(other)


def test_errors_have_causes():
    with pytest.raises(oracade.ConfigError, match="known are 2048-v0"):
        oracade.OracadeEnv("oracade/Chess-v0")
    env = oracade.OracadeEnv("oracade/2048-v0")
    with pytest.raises(oracade.StateError, match="reset first"):
        env.step(0)
    env.reset(seed=0)
    with pytest.raises(oracade.ActionError, match="Discrete\\(4\\)"):
        env.step(4)
    with pytest.raises(oracade.ActionError, match="'up' is no action of Discrete|up is no action") as told:
        env.step("up")
    assert isinstance(told.value.__cause__, TypeError)
    with pytest.raises(ValueError, match="no view"):
        oracade.OracadeEnv("oracade/2048-v0", obs="smell")
    with pytest.raises(TypeError, match="no setting 'colour'"):
        oracade.OracadeEnv("oracade/2048-v0", colour=True)  # type: ignore[call-arg]
    with pytest.raises(oracade.ConfigError, match="sticky"):
        oracade.OracadeEnv("oracade/2048-v0", sticky=2.0)
    with pytest.raises(oracade.StateError, match="no scenario"):
        oracade.OracadeEnv("oracade/Dyers-v0", options={"turns": 0}).reset(seed=0)


def test_games_that_trap_are_told(tmp_path):
    (tmp_path / "env.toml").write_text(
        'title = "Broken"\n[actions]\nnumbers = 2\n[reward]\nvalue = "1"\n[end]\nterminated = "1 > 2"\n'
    )
    (tmp_path / "game.wasm").write_bytes(b"\0asm")
    with pytest.raises(oracade.GameError, match="game.wasm"):
        oracade.OracadeEnv(str(tmp_path))
    (tmp_path / "env.toml").write_text('title = "Broken"\n[actions]\nnumbers = 0\n')
    with pytest.raises(oracade.ConfigError, match="env.toml:3: actions.numbers"):
        oracade.OracadeEnv(str(tmp_path))


def test_it_works_in_other_processes():
    code = (
        "import gymnasium, oracade, hashlib\n"
        "env = gymnasium.make('oracade/Ridgeway-v0', obs='pixels')\n"
        "digest = hashlib.sha256(env.reset(seed=1)[0].tobytes())\n"
        "for step in range(60): digest.update(env.step(step % 13)[0].tobytes())\n"
        "print(digest.hexdigest())\n"
    )
    runs = {subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout for _ in range(2)}
    assert len(runs) == 1


def test_it_works_in_gymnasiums_processes():
    """Processes that are spawned find the environments by the name of their module."""
    names = ["oracade:oracade/Tetris-v0"] * 2
    lanes = gymnasium.vector.AsyncVectorEnv([functools.partial(gymnasium.make, name, obs="vector") for name in names], context="spawn")
    try:
        seen, _ = lanes.reset(seed=4)
        single = gymnasium.make("oracade/Tetris-v0", obs="vector")
        assert (seen[1] == single.reset(seed=5)[0]).all()
        for step in range(30):
            seen, rewards, *_ = lanes.step(np.array([step % 7, step * 3 % 7]))
            expected = single.step(step * 3 % 7)
            assert (seen[1] == expected[0]).all() and rewards[1] == expected[1]
    finally:
        lanes.close()


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q"]))
