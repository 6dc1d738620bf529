"""Steps a second on one core, of these environments and of others, in one run:

    python bench.py [--seconds 2] [--json FILE]

Measured are the games of this package (one environment, and eight lanes in one batch), ALE's Breakout (its interface alone, one
environment, and its vector environment; `pip install ale-py`), and through the command ``oracade`` (ORACADE or PATH) the games without
Python and two pages. Where Node, Chromium and xtask/chromium's packages are, the same two pages are played in a real Chromium. What is not
there is left out, and said. Times are processor times of this process and its threads, so that other work on the machine counts little;
Chromium's are of the wall.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import time
from pathlib import Path
from typing import Any, Callable

import gymnasium
import numpy as np

import oracade

ROOT = Path(__file__).parents[1]
GAMES = ["2048-v0", "Sokoban-v0", "Candy-v0", "Tetris-v0", "Ridgeway-v0", "Assize-v0", "Dyers-v0", "Windle-v0"]
PAGES = [("games/envs/hopper.toml", "games/hopper", "Space,KeyX", (720, 400), None)]
PAGES += [("games/envs/weft.toml", "corpus/tasks/weft/reference", "ArrowUp,ArrowLeft,KeyA,KeyW", (1280, 800), "mid_puzzle")]
LANES = 8
Row = dict[str, Any]


def rate(work: Callable[[], int], seconds: float) -> float:
    """Steps for each second of processor time; ``work`` does some and tells how many."""
    work()
    steps, begun = 0, time.process_time()
    while time.process_time() - begun < seconds:
        steps += work()
    return steps / (time.process_time() - begun)


def single(env: gymnasium.Env[Any, Any], count: int = 32) -> Callable[[], int]:
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(count)]

    def work() -> int:
        for action in actions:
            _, _, terminated, truncated, _ = env.step(action)
            if terminated or truncated:
                env.reset()
        return count

    return work


def many(env: gymnasium.vector.VectorEnv[Any, Any, Any], count: int = 8) -> Callable[[], int]:
    env.reset(seed=0)
    actions = [env.action_space.sample() for _ in range(count)]

    def work() -> int:
        for action in actions:
            env.step(action)
        return count * env.num_envs

    return work


def ours(seconds: float) -> list[Row]:
    rows = []
    for name in GAMES:
        views = {"state": "vector", "pixels": "pixels"}
        row: Row = {"env": f"oracade/{name}", "of": "Python, one"}
        lanes: Row = {"env": f"oracade/{name}", "of": f"Python, {LANES} lanes"}
        for key, obs in views.items():
            row[key] = rate(single(oracade.OracadeEnv(f"oracade/{name}", obs=obs)), seconds)
            batch = oracade.OracadeVectorEnv(LANES, f"oracade/{name}", obs=obs, threads=1, infos=False, copy=False)
            lanes[key] = rate(many(batch), seconds)
        rows += [row, lanes]
    return rows


def ale(seconds: float) -> list[Row]:
    try:
        import ale_py
        from ale_py.vector_env import AtariVectorEnv
    except ImportError as error:
        print(f"ALE is left out: {error}")
        return []
    gymnasium.register_envs(ale_py)
    ale_py.ALEInterface.setLoggerMode(ale_py.LoggerMode.Error)

    def interface(pictures: bool) -> Callable[[], int]:
        from ale_py import roms

        game = ale_py.ALEInterface()
        game.setFloat("repeat_action_probability", 0.0)
        game.setInt("random_seed", 0)
        game.loadROM(roms.get_rom_path("breakout"))
        actions = [game.getMinimalActionSet()[n] for n in np.random.default_rng(0).integers(4, size=64)]
        screen = np.zeros((210, 160, 3), np.uint8)

        def work() -> int:
            for action in actions:
                game.act(action)
                if pictures:
                    game.getScreenRGB(screen)
                if game.game_over():
                    game.reset_game()
            return len(actions)

        return work

    name = "ALE/Breakout-v5"
    raw: Row = {"env": name, "of": "ALE's interface, frames", "state": rate(interface(False), seconds)}
    raw["pixels"] = rate(interface(True), seconds)
    one: Row = {"env": name, "of": "ALE's environment, frames"}
    one["state"] = rate(single(gymnasium.make(name, obs_type="ram", frameskip=1, disable_env_checker=True)), seconds)
    one["pixels"] = rate(single(gymnasium.make(name, obs_type="rgb", frameskip=1, disable_env_checker=True)), seconds)
    rows = [raw, one]
    for skip in (1, 4):
        lanes = AtariVectorEnv("breakout", num_envs=LANES, frameskip=skip, maxpool=False, num_threads=1)
        rows.append({"env": name, "of": f"ALE's {LANES} lanes, steps of {skip}, 84x84 gray", "pixels": rate(many(lanes), seconds)})
        lanes.close()
    return rows


def by_command(seconds: float) -> list[Row]:
    program = shutil.which(os.environ.get("ORACADE") or "oracade")
    if program is None:
        print("The command oracade is not there; name it by ORACADE. Games without Python and pages are left out.")
        return []
    pages = [page[0] for page in PAGES]
    words = [program, "gym", "bench", *GAMES, *pages, "--time", str(int(seconds * 1000)), "--json"]
    told = json.loads(subprocess.run(words, cwd=ROOT, check=True, capture_output=True, text=True).stdout)
    return [{"env": row["env"], "of": "the command", "state": row["state"], "pixels": row["pixels"]} for row in told]


def chromium(seconds: float) -> list[Row]:
    tools = ROOT / "xtask" / "chromium"
    program = os.environ.get("CHROMIUM", "/usr/bin/chromium")
    if not (shutil.which("node") and (tools / "node_modules").is_dir() and Path(program).exists()):
        print("Chromium is left out; it needs node, a chromium, and `npm ci` in xtask/chromium.")
        return []
    library = os.environ.get("ORACADE_LIBRARY", str(Path.home() / ".cache" / "oracade"))
    rows = []
    for env, folder, keys, (width, height), scenario in PAGES:
        words = ["node", str(tools / "steps.mjs"), "--html", str(ROOT / folder / "index.html"), "--library", library, "--keys", keys]
        words += ["--width", str(width), "--height", str(height), "--seconds", str(seconds)]
        words += ["--scenario", scenario] if scenario else []
        done = subprocess.run(words, capture_output=True, text=True)
        if done.returncode != 0:
            print(f"Chromium does not play {folder}: {done.stderr.strip().splitlines()[-1:]}")
            continue
        told = json.loads(done.stdout)
        rows.append({"env": env, "of": f"{told['browser']}, wall", "state": told["state"], "pixels": told["pixels"]})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description="Steps a second on one core, beside others.")
    parser.add_argument("--seconds", type=float, default=2.0, help="processor time for each figure")
    parser.add_argument("--json", type=Path, help="write the rows into this file")
    args = parser.parse_args()
    rows = ale(args.seconds) + ours(args.seconds) + by_command(args.seconds) + chromium(args.seconds)
    if args.json:
        args.json.write_text(json.dumps(rows, indent=1) + "\n")
    print("| environment | of | state only | pixels |\n|---|---|---|---|")
    for row in rows:
        shown = (f"{row[key]:,.0f}" if key in row else "–" for key in ("state", "pixels"))
        print(f"| `{row['env']}` | {row['of']} | {' | '.join(shown)} |")


if __name__ == "__main__":
    main()
