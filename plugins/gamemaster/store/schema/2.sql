-- 第 2 版：按群找最近几场对局。
-- 重启后补送的可能是上一局的话，去重要看该群此前几场；没有这个索引就要翻遍全部对局。
CREATE INDEX match_group ON match(group_id, id);
