-- 第 1 版。发布以后一个字也不改：要变就加下一版（测试记着每一版的散列值）。

PRAGMA application_id = 1903065704;   -- 「qnzh」，认得出是群桌的库

-- 开局时的数据，按内容去重：同一份数据的一万场对局只存一次。
CREATE TABLE dataset(
    digest TEXT PRIMARY KEY,            -- 内容的 SHA-256，小写十六进制
    content TEXT NOT NULL               -- JSON
) STRICT;

CREATE TABLE match(
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- 编号永不重用
    bot TEXT NOT NULL,
    group_id TEXT NOT NULL,
    game TEXT NOT NULL,
    seed TEXT NOT NULL,                 -- 64 位无符号，十进制文字
    options TEXT NOT NULL,              -- JSON
    dataset TEXT NOT NULL REFERENCES dataset(digest),
    seats TEXT NOT NULL,                -- JSON
    version TEXT NOT NULL,
    created REAL NOT NULL,              -- Unix 秒
    state TEXT NOT NULL CHECK(state IN ('playing', 'suspended', 'finished', 'dissolved')),
    ended REAL                          -- 结束或解散的时刻；还没有则为空
) STRICT;

-- 重启时要恢复的对局很少，结束的很多。
CREATE INDEX match_live ON match(id) WHERE state IN ('playing', 'suspended');
CREATE INDEX match_finished ON match(group_id, ended) WHERE state = 'finished';

CREATE TABLE action(
    match INTEGER NOT NULL REFERENCES match(id),
    n INTEGER NOT NULL,                 -- 行号，从 0 起连续
    kind TEXT NOT NULL CHECK(kind IN ('answer', 'declare', 'undo', 'seat', 'control')),
    seat INTEGER,
    what TEXT NOT NULL,
    choice TEXT NOT NULL,               -- JSON
    by TEXT NOT NULL,
    actor TEXT NOT NULL,
    digest INTEGER,
    message TEXT NOT NULL,              -- 触发它的消息，机器人:编号
    at REAL NOT NULL,                   -- Unix 秒
    PRIMARY KEY(match, n)
) STRICT, WITHOUT ROWID;

CREATE INDEX action_message ON action(match, message) WHERE message <> '';

CREATE TABLE snapshot(
    match INTEGER NOT NULL REFERENCES match(id),
    n INTEGER NOT NULL,                 -- 含行号 < n 的全部日志
    moves INTEGER NOT NULL,
    state BLOB NOT NULL,
    PRIMARY KEY(match, n)
) STRICT, WITHOUT ROWID;

CREATE TABLE lobby(
    bot TEXT NOT NULL,
    group_id TEXT NOT NULL,
    content TEXT NOT NULL,              -- JSON
    PRIMARY KEY(bot, group_id)
) STRICT, WITHOUT ROWID;

-- 只追加：写错的程序也改不了、删不了日志；行号缺口在这里就被拦下。
CREATE TRIGGER action_contiguous BEFORE INSERT ON action
WHEN new.n <> (SELECT coalesce(max(n) + 1, 0) FROM action WHERE match = new.match)
BEGIN SELECT raise(ABORT, 'action numbers must be contiguous'); END;
CREATE TRIGGER action_kept BEFORE DELETE ON action
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE TRIGGER action_unchanged BEFORE UPDATE ON action
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE TRIGGER snapshot_kept BEFORE DELETE ON snapshot
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE TRIGGER snapshot_unchanged BEFORE UPDATE ON snapshot
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE TRIGGER match_kept BEFORE DELETE ON match
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
CREATE TRIGGER match_unchanged
BEFORE UPDATE OF id, bot, group_id, game, seed, options, dataset, seats, version, created ON match
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;
