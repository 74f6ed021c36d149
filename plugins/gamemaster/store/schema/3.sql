-- 第 3 版：按玩家跨局保存的钱（如钻石）。发布以后一个字也不改。

-- 这局用哪种钱；各座位带进来多少写在 seats 里（purse）。空的是不用钱的局。
ALTER TABLE match ADD COLUMN currency TEXT NOT NULL DEFAULT '';

CREATE TRIGGER match_currency_unchanged BEFORE UPDATE OF currency ON match
BEGIN SELECT raise(ABORT, 'the log is append-only'); END;

CREATE TABLE ledger(
    id INTEGER PRIMARY KEY AUTOINCREMENT,  -- 先后
    user TEXT NOT NULL,
    currency TEXT NOT NULL,
    match INTEGER REFERENCES match(id),    -- 入账的那一局；不因对局而来的为空
    delta INTEGER NOT NULL,
    balance_after INTEGER NOT NULL CHECK(balance_after >= 0),
    reason TEXT NOT NULL,
    at REAL NOT NULL,                      -- Unix 秒
    UNIQUE(match, user, currency)          -- 一局给一个人至多入账一次
) STRICT;

CREATE INDEX ledger_account ON ledger(user, currency, id);

-- 每一行都接着上一行算，改不了、删不了。
CREATE TRIGGER ledger_adds_up BEFORE INSERT ON ledger
WHEN new.balance_after <> new.delta + coalesce(
    (SELECT balance_after FROM ledger WHERE user = new.user AND currency = new.currency ORDER BY id DESC LIMIT 1),
    0)
BEGIN SELECT raise(ABORT, 'the balance must follow from the row before'); END;
CREATE TRIGGER ledger_kept BEFORE DELETE ON ledger
BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
CREATE TRIGGER ledger_unchanged BEFORE UPDATE ON ledger
BEGIN SELECT raise(ABORT, 'the ledger is append-only'); END;
