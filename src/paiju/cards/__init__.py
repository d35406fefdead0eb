"""What card games share: two decks of cards, combinations and the plays a hand allows."""
