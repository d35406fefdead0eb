// What a player does who knows little and never stalls: wins when it can, claims at random, and
// lets go of tiles that stand alone first, so that rounds end as those of people do.

#pragma once
#include "wire.h"

enum { MOST = 256 };  // the server lists no more legal actions of a prompt

typedef struct {
  const char *text;
  size_t size;
} Action;

static bool is(Action action, const char *verb) {
  return begins(action.text, action.size, verb) &&
         (action.size == strlen(verb) || action.text[strlen(verb)] == ' ');
}

// The legal actions of a prompt, as they stand in it.
static int legal_of(const char *m, size_t n, Action legal[MOST]) {
  const char *at = after(m, n, "\"legal\":[\""), *end = m + n;
  int count = 0;
  while (at && count < MOST) {
    const char *quote = memchr(at, '"', (size_t)(end - at));
    legal[count++] = (Action){at, (size_t)(quote - at)};
    at = quote[1] == ',' ? quote + 3 : NULL;
  }
  return count;
}

static const size_t DISCARD = sizeof "discard " - 1;

// Whether no other tile that may be discarded is a neighbour, or a neighbour's, of this one.
static bool is_alone(Action discard, const Action *legal, int count) {
  char number = discard.text[DISCARD], suit = discard.text[DISCARD + 1];
  for (int i = 0; i < count && suit != 'z'; i++) {
    if (!is(legal[i], "discard") || legal[i].text[DISCARD + 1] != suit) continue;
    int distance = abs(legal[i].text[DISCARD] - number);
    if (distance == 1 || distance == 2) return false;
  }
  return true;
}

// Any of them that `fits`; `otherwise` if none does.
static Action any_of(const Action *legal, int count, const bool *fits, Action otherwise) {
  int fitting = 0;
  for (int i = 0; i < count; i++)
    if (fits[i] && random() % ++fitting == 0) otherwise = legal[i];
  return otherwise;
}

// One of the legal actions of a prompt.
static Action chosen(const char *m, size_t n) {
  Action legal[MOST];
  bool fits[MOST];
  int count = legal_of(m, n, legal);
  if (count == 0) fail("a prompt with no legal action: %.*s", (int)n, m);
  // Where a false win is legal, the advice says whether it is one.
  bool wins = !after(m, n, "\"hu\":null") && !after(m, n, "\"wins\":false");
  for (int i = 0; i < count; i++) {
    if (wins && is(legal[i], "hu")) return legal[i];
    fits[i] = !is(legal[i], "hu") && !is(legal[i], "surrender") && !is(legal[i], "ask");
  }
  Action choice = any_of(legal, count, fits, legal[count - 1]);
  if (!is(choice, "discard")) return choice;
  for (int i = 0; i < count; i++)
    fits[i] = is(legal[i], "discard") && is_alone(legal[i], legal, count);
  return any_of(legal, count, fits, choice);
}
