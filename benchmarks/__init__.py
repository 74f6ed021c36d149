"""基准：`python -m benchmarks.<名字>`。"""
