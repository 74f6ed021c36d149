-- 第 4 版：玩家在对局之外做的东西（如自己构筑的卡组）。发布以后一个字也不改。
-- 开局时带上桌的那一份另写在 match.seats 里；这里改了、删了，与进行中的局无关。

CREATE TABLE shelf(
    user TEXT NOT NULL,
    game TEXT NOT NULL,
    things TEXT NOT NULL CHECK(json_type(things) = 'object'),  -- JSON，{名字: 一行文字}，按存的先后
    draft TEXT NOT NULL,                -- 做到一半的，写法由游戏定；没有则为空
    last TEXT NOT NULL,                 -- 上一次用的是哪一件；没有用过则为空
    handled TEXT NOT NULL CHECK(json_type(handled) = 'array'),  -- JSON，最近几条改过它的消息，机器人:编号
    PRIMARY KEY(user, game)
) STRICT, WITHOUT ROWID;
