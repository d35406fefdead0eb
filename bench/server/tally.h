// How long things took, and what the server refused.

#pragma once
#include "wire.h"

typedef struct {
  float *ms;
  size_t size, room;
} Tally;

static void count(Tally *tally, double seconds) {
  if (tally->size == tally->room) {
    tally->room = tally->room ? 2 * tally->room : 1 << 16;
    tally->ms = realloc(tally->ms, tally->room * sizeof *tally->ms);
  }
  tally->ms[tally->size++] = (float)(seconds * 1e3);
}

static void forget(Tally *tally) { tally->size = 0; }

static int by_size(const void *a, const void *b) {
  float x = *(const float *)a, y = *(const float *)b;
  return (x > y) - (x < y);
}

static void print(Tally *tally) {
  size_t n = tally->size;
  qsort(tally->ms, n, sizeof *tally->ms, by_size);
  printf("{\"count\":%zu,\"p50\":%.3f,\"p99\":%.3f,\"most\":%.3f}", n, n ? tally->ms[n / 2] : 0,
         n ? tally->ms[n * 99 / 100] : 0, n ? tally->ms[n - 1] : 0);
}

enum { MOST_CODES = 32 };
static struct {
  char code[24];
  uint64_t times;
} refusals[MOST_CODES];

static void refused(const char *code, size_t size) {
  for (int i = 0; i < MOST_CODES; i++) {
    if (!refusals[i].times) snprintf(refusals[i].code, sizeof refusals[i].code, "%.*s", (int)size, code);
    if (strlen(refusals[i].code) == size && !memcmp(refusals[i].code, code, size)) {
      refusals[i].times++;
      return;
    }
  }
}

static void forget_refused(void) { memset(refusals, 0, sizeof refusals); }

static void print_refused(void) {
  printf("{");
  for (int i = 0; i < MOST_CODES && refusals[i].times; i++)
    printf("%s\"%s\":%lu", i ? "," : "", refusals[i].code, refusals[i].times);
  printf("}");
}
