"""实验室：电脑对弈，报告胜率与平衡。`uv run python -m games.lab --help`。"""
