"""Learns 2048 in a minute, with NumPy alone: values of four-cell tuples after a move, by temporal differences.

    python examples/learn_2048.py [GAMES]

Prints the mean score (10·log2 of the merges' worth) of players of chance and of what was learnt, on other seeds.
"""

import sys

import gymnasium
import numpy as np

import oracade  # noqa: F401  (makes the environments known)

TUPLES = [[r * 4 + c for c in range(4)] for r in range(4)] + [[r * 4 + c for r in range(4)] for c in range(4)]
TUPLES += [[r * 4 + c, r * 4 + c + 1, r * 4 + c + 4, r * 4 + c + 5] for r in range(3) for c in range(3)]
TUPLES = np.array(TUPLES)
PLACES = np.array([18**3, 18**2, 18, 1])


def pushed(line):
    out, worth, may = [], 0, False
    for tile in (tile for tile in line if tile):
        if may and out[-1] == tile:
            out[-1] += 1
            worth += 2 ** out[-1]
            may = False
        else:
            out.append(tile)
            may = True
    return out + [0] * (4 - len(out)), worth


def moved(board, action):
    """The board after a move (up, right, down, left) before a tile comes, and what it is worth."""
    turns = (1, 2, 3, 0)[action]
    rows, worths = zip(*(pushed(row) for row in np.rot90(board, turns).tolist()))
    return np.rot90(np.array(rows), -turns), sum(worths)


class Values:
    def __init__(self):
        self.table = np.zeros((len(TUPLES), 18**4), np.float32)

    def cells(self, board):
        return np.arange(len(TUPLES)), board.reshape(-1)[TUPLES] @ PLACES

    def of(self, board):
        return float(self.table[self.cells(board)].sum())

    def learn(self, board, error, rate=0.1):
        self.table[self.cells(board)] += rate * error / len(TUPLES) * 4

    def best(self, board):
        choices = ((action, *moved(board, action)) for action in range(4))
        legal = [(worth + self.of(after), action, after, worth) for action, after, worth in choices if (after != board).any()]
        return max(legal, key=lambda choice: choice[:2]) if legal else None


def play(env, seed, values, learns):
    board, info = env.reset(seed=seed)
    before = None
    while choice := values.best(board.reshape(4, 4).astype(int)):
        value, action, after, _ = choice
        if learns and before is not None:
            values.learn(before, value - values.of(before))
        before = after
        board, _, terminated, truncated, info = env.step(action)
        if terminated or truncated:
            break
    if learns and before is not None:
        values.learn(before, -values.of(before))
    return 10 * np.log2(max(info["total_score"], 1))


def chance(env, seed):
    _, info = env.reset(seed=seed)
    env.action_space.seed(seed)
    ended = False
    while not ended:
        _, _, terminated, truncated, info = env.step(env.action_space.sample())
        ended = terminated or truncated
    return 10 * np.log2(max(info["total_score"], 1))


def main(games):
    env = gymnasium.make("oracade/2048-v0", disable_env_checker=True, max_steps=0)
    values = Values()
    for game in range(games):
        play(env, game, values, True)
    learnt = np.mean([play(env, 10_000 + game, values, False) for game in range(20)])
    random = np.mean([chance(env, 10_000 + game) for game in range(20)])
    print(f"chance {random:.1f}, learnt from {games} games {learnt:.1f}")
    return 0 if learnt > random + 5 else 1


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else 300))
