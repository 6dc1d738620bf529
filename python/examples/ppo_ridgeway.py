"""Stable-Baselines3's PPO learns to walk the ridge and is compared with chance: python examples/ppo_ridgeway.py [STEPS]"""

import sys

import numpy as np
from stable_baselines3 import PPO
from stable_baselines3.common.env_util import make_vec_env
from stable_baselines3.common.evaluation import evaluate_policy

import oracade  # noqa: F401  (makes the environments known)

SETTINGS = {"obs": "vector", "frame_skip": 8, "max_steps": 400}


class Chance:
    def predict(self, observations, state=None, episode_start=None, deterministic=False):
        return np.array([lanes.action_space.sample() for _ in observations]), state


lanes = make_vec_env("oracade/Ridgeway-v0", n_envs=8, seed=0, env_kwargs=SETTINGS)
model = PPO("MlpPolicy", lanes, n_steps=256, batch_size=512, ent_coef=0.01, seed=0, device="cpu")
model.learn(int(sys.argv[1]) if len(sys.argv) > 1 else 200_000)
exam = make_vec_env("oracade/Ridgeway-v0", n_envs=4, seed=10_000, env_kwargs=SETTINGS)
lanes.action_space.seed(0)
chance, learnt = (evaluate_policy(player, exam, 20, deterministic=False)[0] for player in (Chance(), model))
print(f"chance {chance:.0f} px, learnt {learnt:.0f} px")
sys.exit(0 if learnt > 1.5 * chance else 1)
