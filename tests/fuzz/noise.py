"""不成话的话：各种文字的字符、控制符、零宽、从右到左、连体 emoji、注入、超长。"""

from __future__ import annotations

from random import Random

BLOCKS = (
    (0x20, 0x7E),
    (0x00, 0x1F),
    (0x7F, 0x9F),
    (0xA0, 0x24F),
    (0x300, 0x36F),
    (0x370, 0x52F),
    (0x590, 0x6FF),
    (0x900, 0x97F),
    (0xE00, 0xE7F),
    (0x2000, 0x206F),
    (0x2190, 0x2BFF),
    (0x2E80, 0x2FDF),
    (0x3000, 0x30FF),
    (0x3400, 0x4DBF),
    (0x4E00, 0x9FFF),
    (0xE000, 0xE0FF),
    (0xF900, 0xFAFF),
    (0xFE00, 0xFE0F),
    (0xFE30, 0xFE4F),
    (0xFF00, 0xFFEF),
    (0x1D400, 0x1D7FF),
    (0x1F000, 0x1FAFF),
    (0x20000, 0x20FFF),
    (0xE0000, 0xE007F),
    (0x10FF00, 0x10FFFF),
)
"""字符从这些区里取；谚文不在内，它是牌名。"""

ODD = (
    "",
    " ",
    "\u3000",
    "\n",
    "\r\n\r\n",
    "\t",
    "\u200b",
    "\u200d\u200d\u200d",
    "\u202e结束",
    "\u2067选 1\u2069",
    "\ufeff掷骰",
    "\ufe0f",
    "👨\u200d👩\u200d👧\u200d👦",
    "🏳️\u200d🌈",
    "👍🏿",
    "🇨🇳🇨",
    "e\u0301" * 50,
    "Z̸̢̛̙͇͚̍̀͗a̷l̵g̴o̶",
    "ﷺ" * 20,
    "ﬃ",
    "㍿㌖㍑",
    "①②③④⑤",
    "🄌🄍",
    "٣",
    "۴",
    "५",
    "²³¹",
    "½",
    "Ⅷ",
    "〇",
    "廿",
    "壹",
    "-1",
    "+1",
    "1.0",
    "1e9",
    "0x10",
    "NaN",
    "∞",
    "00000000001",
    "9" * 30,
    "9" * 5000,
    "一" * 400,
    "十十十",
    "一百零八",
    "负三",
    "'; DROP TABLE action;--",
    '" OR 1=1 --',
    "%s%s%s%n%x",
    "{0}{1!r}{seat.__class__}",
    "${jndi:ldap://x}",
    "$(reboot)`id`",
    "<script>alert(1)</script>",
    "<b>&amp;&#91;</b>",
    "\\u0000\\x00\\n",
    "[CQ:at,qq=all]",
    "[CQ:image,file=http://example.com/a.png]",
    "[CQ:face,id=178]结束",
    "[CQ:reply,id=1]选 1",
    "[CQ:json,data={&#91;&#93;}]",
    "[CQ:at,qq=",
    "[CQ:]",
    "&#91;CQ:at&#44;qq=1&#93;",
    "／结束",
    "＃状态",
    "．手牌",
    "！！！",
    "/",
    "#",
    "...",
    "/ / /结束",
    "//结束",
    "/.#!结束",
    "。。。结束。。。",
    "=",
    "选项 ==",
    "选项 = = =",
    "选项 a=b=c",
    "给",
    "给给给",
    "「」",
    "『』【】",
    "号",
    "0号",
    "99999999999999999999号",
    "一号",
    "十二号",
    "@",
    "@@",
    "@全体成员",
    " @0 ",
    " @99999999999999999999999 ",
)
"""专门刁难人的话。"""


def noise(random: Random) -> str:
    """随便一段字符，没有代理码位。"""
    kind = random.random()
    if kind < 0.35:
        return random.choice(ODD)
    if kind < 0.45:
        return "".join(random.choice(ODD) for _ in range(random.randint(2, 5)))
    length = random.choice((1, 2, 3, 5, 8, 13, 30, 100, 399, 400, 401)) if kind < 0.97 else 6000
    low, high = random.choice(BLOCKS)
    if kind < 0.7:
        return "".join(chr(random.randint(low, high)) for _ in range(length))
    letters: list[str] = []
    for _ in range(length):
        low, high = random.choice(BLOCKS)
        letters.append(chr(random.randint(low, high)))
    return "".join(letters)


def spoiled(random: Random, text: str) -> str:
    """把一句正经话弄坏一点：全角、前缀、截半、重复、插字、换序、粘连。"""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        where = random.randint(0, len(text))
        match random.randrange(13):
            case 0:
                text = "".join(chr(ord(sign) + 0xFEE0) if "!" <= sign <= "~" else sign for sign in text)
            case 1:
                text = random.choice("/#.!／＃．！。、") + text
            case 2:
                text = text[:where]
            case 3:
                text = text[where:]
            case 4:
                text = text.replace(" ", "")
            case 5:
                text = text[:where] + random.choice(ODD) + text[where:]
            case 6:
                text = f"{text} {random.choice(ODD)}"
            case 7:
                text = text * random.choice((2, 3, 40))
            case 8:
                text = "\u200b".join(text)
            case 9:
                text = text + random.choice(("吧", "了", "吗", "。", "！", "~", "啊啊啊", "?", "\n结束"))
            case 10:
                text = text.replace("1", random.choice(("١", "①", "１", "一", "壹", "11", "-1", "1号")))
            case 11:
                text = text[:where] + chr(random.randint(*random.choice(BLOCKS))) + text[where:]
            case _:
                text = " ".join(random.sample(text.split(" "), len(text.split(" "))))
    return text
