"""技能、被动与专用盾：一门一个文件，登记在 `rules.SKILLS`。怎么接进流程见 `rules.skill.Skill`。"""
