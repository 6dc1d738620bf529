//! Games we wrote for agents to play. None yet: the reference games of the checks are in `corpus/`.
