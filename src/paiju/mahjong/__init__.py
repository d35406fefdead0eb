"""What mahjongs share: tiles, melds, the shapes of hands, and the words a judge speaks in."""
