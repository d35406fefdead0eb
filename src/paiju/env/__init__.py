"""The games for research: PettingZoo and vector environments, and what their numbers mean.

``aec`` wants PettingZoo and all of it numpy: ``pip install 'paiju[env]'``. See docs/research.md.
"""
