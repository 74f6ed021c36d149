"""OneBot v11 消息的两种写法：消息段数组与 CQ 码字符串，以及二者的互换。

规范：https://github.com/botuniverse/onebot-11/tree/master/message
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

Segment = dict[str, Any]
"""一个消息段：`{"type": 类型, "data": {参数名: 值}}`。"""

_CODE = re.compile(
    r"\[CQ:(?P<type>[a-zA-Z0-9_.-]+)(?P<parameters>(?:,[a-zA-Z0-9_.-]+=[^,\]]*)*)\]",
)
_ENTITY = re.compile(r"&(?:amp|#91|#93|#44);")
_ENTITY_MEANS = {"&amp;": "&", "&#91;": "[", "&#93;": "]", "&#44;": ","}
_TEXT_ESCAPES = str.maketrans({"&": "&amp;", "[": "&#91;", "]": "&#93;"})
_PARAMETER_ESCAPES = str.maketrans({"&": "&amp;", "[": "&#91;", "]": "&#93;", ",": "&#44;"})


def text(content: str) -> Segment:
    """纯文本段。"""
    return {"type": "text", "data": {"text": content}}


def at(user_id: int | str) -> Segment:
    """@某人；`"all"` 为 @全体成员。"""
    return {"type": "at", "data": {"qq": str(user_id)}}


def reply(message_id: int) -> Segment:
    """引用某条消息。"""
    return {"type": "reply", "data": {"id": str(message_id)}}


def image(file: str) -> Segment:
    """图片；`file` 为 `base64://…`、`file://…`、`http(s)://…` 或文件名。"""
    return {"type": "image", "data": {"file": file}}


def escape(content: str, *, in_parameter: bool = False) -> str:
    """CQ 码转义。正文转 `& [ ]`，参数值另转逗号。"""
    return content.translate(_PARAMETER_ESCAPES if in_parameter else _TEXT_ESCAPES)


def unescape(content: str) -> str:
    """CQ 码去转义；一遍扫完，`&amp;#91;` 得到 `&#91;` 而不是 `[`。"""
    if "&" not in content:
        return content
    return _ENTITY.sub(lambda found: _ENTITY_MEANS[found[0]], content)


def to_cq_string(segments: Iterable[Segment]) -> str:
    """消息段数组 → CQ 码字符串。值为 `None` 的参数不写。"""
    parts: list[str] = []
    for segment in segments:
        data: dict[str, Any] = segment["data"]
        if segment["type"] == "text":
            parts.append(escape(str(data.get("text", ""))))
            continue
        parts.append(f"[CQ:{segment['type']}")
        for name, value in data.items():
            if value is not None:
                parts.append(f",{name}={escape(_as_text(value), in_parameter=True)}")
        parts.append("]")
    return "".join(parts)


def from_cq_string(content: str) -> list[Segment]:
    """CQ 码字符串 → 消息段数组。不成形的 `[CQ:` 当作正文；不产生空正文段。"""
    if "[CQ:" not in content:
        return [text(unescape(content))] if content else []
    segments: list[Segment] = []
    begin = 0
    for found in _CODE.finditer(content):
        if found.start() > begin:
            segments.append(text(unescape(content[begin : found.start()])))
        begin = found.end()
        data: dict[str, Any] = {}
        for pair in found["parameters"].split(",")[1:]:
            name, _, value = pair.partition("=")
            data[name] = unescape(value)
        segments.append({"type": found["type"], "data": data})
    if begin < len(content):
        segments.append(text(unescape(content[begin:])))
    return _merge_texts(segments)


def normalize(message: object, *, auto_escape: bool = False) -> list[Segment]:
    """把动作参数 `message` 的任何合法写法化为消息段数组。

    参数:
        message: CQ 码字符串、消息段数组（数组里也可夹字符串）或单个消息段。
        auto_escape: 为真时字符串按纯文本看，不解析 CQ 码。

    返回:
        新的数组；标量参数值都成字符串，`None` 的参数去掉，空正文段去掉，相邻正文合并。

    异常:
        ValueError: 不是上述任何一种写法。
    """
    if isinstance(message, str):
        if auto_escape:
            return [text(message)] if message else []
        return from_cq_string(message)
    if isinstance(message, dict):
        return _merge_texts([_one_segment(message)])
    if isinstance(message, Sequence) and not isinstance(message, (bytes, bytearray)):
        segments: list[Segment] = []
        for item in message:
            if isinstance(item, str):
                segments.extend([text(item)] if auto_escape else from_cq_string(item))
            else:
                segments.append(_one_segment(item))
        return _merge_texts(segments)
    raise ValueError("message 须为字符串、消息段数组或单个消息段")


def plain_text(segments: Iterable[Segment], name_of: Callable[[str], str] | None = None) -> str:
    """人眼所见的一段文字：@ 写成名字，图片等写成方括号里的类名。

    参数:
        segments: 消息段数组。
        name_of: QQ 号（字符串）→ 显示名；不给就写号码。
    """
    parts: list[str] = []
    for segment in segments:
        kind = segment["type"]
        data = segment["data"]
        if kind == "text":
            parts.append(str(data.get("text", "")))
        elif kind == "at":
            target = str(data.get("qq", ""))
            if target == "all":
                parts.append("@全体成员")
            else:
                parts.append(f"@{name_of(target) if name_of else target}")
        else:
            parts.append(f"[{_SHOWN_AS.get(kind, kind)}]")
    return "".join(parts)


_SHOWN_AS = {
    "image": "图片",
    "face": "表情",
    "record": "语音",
    "video": "视频",
    "reply": "回复",
    "forward": "聊天记录",
    "node": "聊天记录",
    "dice": "骰子",
    "rps": "猜拳",
    "share": "链接",
    "music": "音乐",
    "location": "位置",
    "contact": "名片",
    "json": "卡片",
    "xml": "卡片",
}


def _as_text(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value)


def _one_segment(item: object) -> Segment:
    if not isinstance(item, dict) or not isinstance(item.get("type"), str) or not item["type"]:
        raise ValueError("消息段须为 {type, data} 对象")
    data = item.get("data")
    if data is None:
        data = {}
    if not isinstance(data, dict):
        raise ValueError("消息段的 data 须为对象")
    return {
        "type": item["type"],
        "data": {
            str(name): value if isinstance(value, (str, list, dict)) else _as_text(value)
            for name, value in data.items()
            if value is not None
        },
    }


def _merge_texts(segments: list[Segment]) -> list[Segment]:
    merged: list[Segment] = []
    for segment in segments:
        if segment["type"] == "text":
            content = segment["data"].get("text", "")
            if not isinstance(content, str):
                content = _as_text(content)
            if not content:
                continue
            if merged and merged[-1]["type"] == "text":
                merged[-1] = text(merged[-1]["data"]["text"] + content)
                continue
            segment = text(content)
        merged.append(segment)
    return merged
