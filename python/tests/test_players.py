"""Games for several players keep PettingZoo's contract."""

import sys

import gymnasium
import numpy as np
import pytest

import oracade

pytest.importorskip("pettingzoo")

from pettingzoo.test import parallel_api_test, parallel_seed_test  # noqa: E402

from oracade.players import OracadeParallelEnv, parallel_env  # noqa: E402


@pytest.mark.parametrize("obs", ["vector", "pixels", "text"])
def test_pettingzoos_checkers_pass(obs):
    parallel_api_test(parallel_env("oracade/Dyers-v0", obs=obs), num_cycles=300)
    parallel_seed_test(lambda: parallel_env("oracade/Dyers-v0", obs=obs), num_cycles=200)


def play(env, seed, steps=120):
    seen, _ = env.reset(seed=seed)
    for n, agent in enumerate(env.agents):
        env.action_space(agent).seed(n)
    lines = [seen]
    for _ in range(steps):
        if not env.agents:
            break
        lines.append(env.step({agent: env.action_space(agent).sample() for agent in env.agents}))
    return lines


def test_players_have_views_and_rewards_of_their_own():
    env = parallel_env()
    assert env.possible_agents == ["west", "east"] and env.action_names["east"][2] == "right"
    lines = play(env, 3)
    assert len(lines) == 121 and not env.agents
    west, east = lines[0]["west"], lines[0]["east"]
    # Each sees itself in the west; at the beginning the game is the same for both.
    assert (west == east).all() and west[4 * 9] == 1 and west[4 * 9 + 8] == -1
    rewards = np.array([[line[1]["west"], line[1]["east"]] for line in lines[1:]])
    assert (rewards.sum(axis=1) == 0).all() and np.abs(rewards).sum() > 10
    state = env.state()
    assert rewards[:, 0].sum() == state["west"]["cells"] - state["east"]["cells"]
    assert lines[-1][2] == {"west": True, "east": True}
    assert any(not (line[0]["west"] == line[0]["east"]).all() for line in lines[1:])


def test_mirrored_players_play_one_game():
    """What west does in one game and east in another gives the same rewards, chance aside."""
    plays = []
    for first, second in [("west", "east"), ("east", "west")]:
        env = parallel_env()
        env.reset(seed=0)
        gains = []
        for step in range(9):
            _, rewards, *_ = env.step({first: [2, 2, 1, 2, 3, 3, 2, 0, 1][step], second: [1, 2, 2, 3, 4, 1, 2, 2, 0][step]})
            gains.append((rewards[first], rewards[second]))
        plays.append(gains)
    assert plays[0] == plays[1]


def test_all_at_once_is_an_environment_too():
    joint = gymnasium.make("oracade/Dyers-v0")
    assert joint.action_space == gymnasium.spaces.MultiDiscrete([5, 5])
    several = parallel_env()
    joint.reset(seed=9)
    several.reset(seed=9)
    for step in range(40):
        west, east = step % 5, (step * 3) % 5
        seen, reward, *_ = joint.step(np.array([west, east]))
        observations, rewards, *_ = several.step({"west": west, "east": east})
        assert (seen == observations["west"]).all() and reward == rewards["west"]


def test_what_cannot_be_is_told():
    with pytest.raises(oracade.OracadeError, match="a game for one"):
        parallel_env("oracade/2048-v0")
    with pytest.raises(ValueError, match="one view"):
        parallel_env(obs="pixels+text")
    env = OracadeParallelEnv("oracade/Dyers-v0")
    with pytest.raises(oracade.StateError, match="reset first"):
        env.step({})
    env.reset(seed=0)
    with pytest.raises(oracade.OracadeError, match="no action is given for east"):
        env.step({"west": 0})
    with pytest.raises(oracade.ActionError):
        env.step({"west": 0, "east": 5})


if __name__ == "__main__":
    sys.exit(pytest.main([__file__, "-q"]))
