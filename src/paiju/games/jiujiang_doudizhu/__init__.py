"""九江斗地主: one landlord, three farmers, two decks (rules: docs/rules/jiujiang-doudizhu.md)."""

from paiju.core.registry import register
from paiju.games.jiujiang_doudizhu.game import JiujiangDouDizhu

register(JiujiangDouDizhu())
