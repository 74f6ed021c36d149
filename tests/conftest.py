"""全部测试共用的设置。"""

import pytest

# 验收套件里的 assert 也要能显示两边的值。
pytest.register_assert_rewrite("tests.kit")
