// Four people at each of many tables of a paiju server, who play one match after the other.
//
//   load PORT TABLES GAME ROUNDS
//
// What they do is said on stdin, a line each; all but `measure` is answered by one line of JSON when
// it is done:
//   sit                    connect, and take the seats of a room each
//   deal                   start the matches, give the nonces, and answer no question yet
//   play LOW HIGH HURRY    answer each question LOW to HIGH ms after it came; each table plays any
//                          number of moves less than HURRY at once before that
//   measure                count from here on
//   report                 what has been counted
//
// A move is an act that the server acknowledged. It is shown when all four have the event in which
// its seat does something; a declined claim is no event, nor is one that another claim overtook.

#include "choose.h"
#include "tally.h"

enum { ROOMS_AT_ONCE = 16, DEALS_AT_ONCE = 32, NOTHING_YET = -1000 };

typedef struct Table Table;

typedef struct {
  Wire wire;
  Table *table;
  int number;           // which of the four it is, the host first
  char id[24];          // of the match's table, as the server names it
  long round;
  bool dealt, late;     // late: it came when the round had begun, and has not seen all of it
  unsigned requests;
  uint32_t acts_seen[4];  // by seat, in this round
  double asked_at, sent_at, to_be_seen;  // its open act: when it left, until somebody sees it
  bool acting;          // whether what it is about to say is an act
  size_t size;
  char text[320];       // what it is about to say
} Player;

typedef struct {
  uint64_t act;    // of which round and which in it
  int seen;        // by how many
  double sent_at;
} Shown;

struct Table {
  Player players[4];
  Player *at[4];   // by seat
  char code[8];
  int seated;
  bool starting;   // `start` is on its way
  long hurry;      // so many moves are still to be made at once
  Shown shown[4][4];
};

static int port, tables, epoll, opened = -1, seated, started, dealt, hurrying = -1;
static const char *game;
static long rounds;
static bool dealing;
static Table *table;
static double *due;              // when each player says what it is about to; INFINITY for never
static double low = -1, high = -1;  // how long they think, in seconds; less than 0: for ever
static Tally acknowledged, shown;
static uint64_t rounds_played, wins;

static double *due_of(Player *p) { return &due[(p->table - table) * 4 + p->number]; }

// Say what it was about to.
static void say(Player *p) {
  *due_of(p) = 1.0 / 0.0;
  send_frame(&p->wire, TEXT, p->text, p->size);
  p->size = 0;
  if (!p->acting) return;
  p->sent_at = p->to_be_seen = now();
  p->acting = false;
}

// Be about to say this in so many seconds.
static void say_in(Player *p, double seconds, const char *format, ...) {
  va_list values;
  va_start(values, format);
  p->size = (size_t)vsnprintf(p->text, sizeof p->text, format, values);
  va_end(values);
  if (p->size >= sizeof p->text) fail("a message of %zu bytes", p->size);
  if (seconds == 0)
    say(p);
  else
    *due_of(p) = seconds < 0 ? 1.0 / 0.0 : now() + seconds;
}

static double up_to(double most) { return most * (double)random() / RAND_MAX; }

// How long a player thinks about what it is asked.
static double thinking(Table *t) {
  if (t->hurry > 0) {
    if (--t->hurry == 0) hurrying--;
    return 0;
  }
  return high <= 0 ? high : low + up_to(high - low);
}

static void give_nonce(Player *p) {
  say_in(p, 0, "{\"type\":\"nonce\",\"id\":\"n%u\",\"table\":\"%s\",\"round\":%ld,"
         "\"nonce\":\"%016lx%016lx\"}", ++p->requests, p->id, p->round, random(), random());
}

// --- what the server says ------------------------------------------------------------------------

static void on_open(void *who) {
  Player *p = who;
  say_in(p, 0, "{\"type\":\"hello\",\"protocol\":4,\"token\":null,\"name\":\"%c\"}",
         'A' + p->number);
}

static void start_match(Player *host) {
  host->table->starting = true;
  say_in(host, 0, "{\"type\":\"start\",\"id\":\"s%u\"}", ++host->requests);
}

static void on_welcome(Player *p) {
  if (p->number == 0)
    say_in(p, 0, "{\"type\":\"create_room\",\"id\":\"c%u\",\"game\":\"%s\",\"rounds\":%ld}",
           ++p->requests, game, rounds);
  else
    say_in(p, 0, "{\"type\":\"join_room\",\"id\":\"j%u\",\"code\":\"%s\"}", ++p->requests,
           p->table->code);
}

static void join(Player *p) {
  connect_to(&p->wire, port, "/ws");
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = p};
  if (epoll_ctl(epoll, EPOLL_CTL_ADD, p->wire.fd, &event)) fail("epoll: %s", strerror(errno));
}

static void on_ack(Player *p, const char *m, size_t n) {
  const char *id = after(m, n, "\"id\":\""), *code;
  Table *t = p->table;
  switch (*id) {
    case 'a': count(&acknowledged, now() - p->sent_at); break;
    case 's': t->starting = false; break;
    case 'c':
      code = after(m, n, "\"code\":\"");
      memcpy(t->code, code, 6);
      for (int i = 1; i < 4; i++) join(&t->players[i]);
      // fall through
    case 'j':
      if (++t->seated == 4) seated++;
  }
}

static void on_reject(Player *p, const char *m, size_t n) {
  const char *id = after(m, n, "\"id\":\""), *code = after(m, n, "\"code\":\"");
  if (!code) fail("a reject without a code: %.*s", (int)n, m);
  refused(code, (size_t)((const char *)memchr(code, '"', (size_t)(m + n - code)) - code));
  if (id && *id == 's')  // too many matches of one host in a minute, or the room is not ready
    say_in(p, 1, "{\"type\":\"start\",\"id\":\"s%u\"}", ++p->requests);
  else if (id && *id == 'a')
    p->to_be_seen = 0;
  else if (!id || *id != 'n')
    fail("player %d: %.*s", p->number, (int)n, m);
}

static void on_room(Player *p, const char *m, size_t n) {
  const char *id = after(m, n, "\"table\":\"");
  if (!id) {
    p->id[0] = 0;
    bool ready = dealing && p->number == 0 && p->table->seated == 4 && !p->table->starting;
    if (ready && after(m, n, "\"started\":false")) start_match(p);
    return;
  }
  size_t size = (size_t)((const char *)memchr(id, '"', (size_t)(m + n - id)) - id);
  if (size >= sizeof p->id) fail("a table named %.*s", (int)size, id);
  if (strlen(p->id) == size && memcmp(p->id, id, size) == 0) return;
  memcpy(p->id, id, size);
  p->id[size] = 0;
  say_in(p, 0, "{\"type\":\"resume\",\"id\":\"r%u\",\"table\":\"%s\",\"last\":0}", ++p->requests,
         p->id);
}

static void on_prompt(Player *p, const char *m, size_t n) {
  const char *prompt = after(m, n, "\"prompt\":");
  Action action = chosen(m, n);
  p->acting = true;
  say_in(p, thinking(p->table),
         "{\"type\":\"act\",\"id\":\"a%u\",\"table\":\"%s\",\"prompt\":%ld,\"do\":\"%.*s\"}",
         ++p->requests, p->id, strtol(prompt, NULL, 10), (int)action.size, action.text);
}

// It is dealt: from here on it sees all of the round.
static void on_deal(Player *p) {
  p->late = false;
  memset(p->acts_seen, 0, sizeof p->acts_seen);
  if (p->dealt) return;
  p->dealt = true;
  bool all = true;
  for (int i = 0; i < 4; i++) all = all && p->table->players[i].dealt;
  dealt += all;
}

static void on_view(Player *p, const char *m, size_t n) {
  const char *you = after(m, n, "\"you\":"), *round = after(m, n, "\"round\":");
  p->table->at[*you - '0'] = p;
  p->round = strtol(round, NULL, 10);
  if (after(m, n, "\"round\":null")) {
    give_nonce(p);
    return;
  }
  on_deal(p);
  p->late = true;
  const char *ask = after(m, n, "\"ask\":{");
  if (ask) on_prompt(p, ask, (size_t)(m + n - ask));
}

static void on_event(Player *p, const char *m, size_t n) {
  static const char *const ACTS[] = {"discarded", "melded", "kong_declared", "won", "false_win",
      "declared_ready", "called", "declined", "surrendered", "played", "passed", "asked"};
  const char *type = after(m, n, "\"event\":{\"type\":\""), *end = m + n;
  size_t size = (size_t)((const char *)memchr(type, '"', (size_t)(end - type)) - type);
  int known = sizeof ACTS / sizeof *ACTS, which = 0;
  while (which < known && !(strlen(ACTS[which]) == size && !memcmp(ACTS[which], type, size)))
    which++;
  if (which == known || p->late) return;
  int seat = *after(type, (size_t)(end - type), "\"seat\":") - '0';
  uint64_t act = (uint64_t)p->round << 32 | ++p->acts_seen[seat];
  Shown *s = &p->table->shown[seat][act % 4];
  if (s->act != act) {  // the first of the four to see it
    Player *actor = p->table->at[seat];
    *s = (Shown){act, actor->to_be_seen ? 0 : NOTHING_YET, actor->to_be_seen};
    actor->to_be_seen = 0;
    wins += begins(type, size, "won");
  }
  if (++s->seen == 4) count(&shown, now() - s->sent_at);
}

static void on_settled(Player *p) {
  rounds_played += p->number == 0;
  say_in(p, thinking(p->table), "{\"type\":\"next\",\"id\":\"x%u\",\"table\":\"%s\"}", ++p->requests,
         p->id);
}

static void on_message(void *who, const char *m, size_t n);

static void on_told(Player *p, const char *m, size_t n) {
  const char *one = after(m, n, "\"messages\":["), *end = m + n;
  while (one < end && *one == '{') {
    size_t size = object(one, (size_t)(end - one));
    on_message(p, one, size);
    one += size + 1;
  }
}

static void on_message(void *who, const char *m, size_t n) {
  Player *p = who;
  if (!begins(m, n, "{\"type\":\"")) fail("a message that has no type first: %.*s", (int)n, m);
  const char *type = m + strlen("{\"type\":\"");
  size_t left = n - strlen("{\"type\":\"");
  if (begins(type, left, "told\"")) on_told(p, m, n);
  else if (begins(type, left, "event\"")) on_event(p, m, n);
  else if (begins(type, left, "prompt\"")) on_prompt(p, m + 17, n - 17);
  else if (begins(type, left, "ack\"")) on_ack(p, m, n);
  else if (begins(type, left, "answered\"")) {
    if (p->acting) p->acting = false, *due_of(p) = 1.0 / 0.0, p->size = 0;
  } else if (begins(type, left, "deal\"")) on_deal(p);
  else if (begins(type, left, "shuffle\"")) {
    p->round = strtol(after(m, n, "\"round\":"), NULL, 10);
    give_nonce(p);
  } else if (begins(type, left, "settled\"")) on_settled(p);
  else if (begins(type, left, "room\"")) on_room(p, m, n);
  else if (begins(type, left, "view\"")) on_view(p, m, n);
  else if (begins(type, left, "welcome\"")) on_welcome(p);
  else if (begins(type, left, "reject\"")) on_reject(p, m, n);
}

// --- what is asked of us -------------------------------------------------------------------------

static void report(double since) {
  printf("{\"seconds\":%.3f,\"frames\":%lu,\"bytes_down\":%lu,\"bytes_up\":%lu,\"rounds\":%lu,"
         "\"wins\":%lu,\"acknowledged\":", now() - since, frames_in, bytes_in,
         bytes_out, rounds_played, wins);
  print(&acknowledged);
  printf(",\"shown\":");
  print(&shown);
  printf(",\"refused\":");
  print_refused();
  printf("}\n");
  fflush(stdout);
}

static void obey(const char *line) {
  static double since;
  if (begins(line, strlen(line), "sit")) {
    opened = 0;
  } else if (begins(line, strlen(line), "deal")) {
    dealing = true;
  } else if (begins(line, strlen(line), "play")) {
    long hurry;
    if (sscanf(line, "play %lf %lf %ld", &low, &high, &hurry) != 3) fail("how? %s", line);
    low /= 1e3, high /= 1e3, hurrying = 0;
    for (int i = 0; i < tables; i++) {
      table[i].hurry = hurry ? random() % hurry : 0;
      hurrying += table[i].hurry > 0;
    }
    // Who has been asked already answers at any time from now on, so that tables differ in phase.
    for (int i = 0; i < tables * 4; i++)
      if (table[i / 4].players[i % 4].size) due[i] = now() + up_to(table[i / 4].hurry ? 0 : high);
  } else if (begins(line, strlen(line), "measure")) {
    since = now();
    frames_in = bytes_in = bytes_out = rounds_played = wins = 0;
    forget(&acknowledged), forget(&shown), forget_refused();
  } else if (begins(line, strlen(line), "report")) {
    report(since);
  } else {
    fail("what is %s", line);
  }
}

static void tell_done(bool *told, const char *what) {
  if (!*told) printf("{\"%s\":%d}\n", what, tables);
  fflush(stdout);
  *told = true;
}

// Go on with what was asked: rooms, then matches, then moves at once.
static void go_on(void) {
  static bool told_seated, told_dealt, told_playing;
  while (opened >= 0 && opened < tables && opened - seated < ROOMS_AT_ONCE)
    join(&table[opened++].players[0]);
  while (dealing && started < tables && started - dealt < DEALS_AT_ONCE)
    start_match(&table[started++].players[0]);
  if (seated == tables) tell_done(&told_seated, "seated");
  if (dealt == tables) tell_done(&told_dealt, "dealt");
  if (hurrying == 0) tell_done(&told_playing, "playing");
}

static void say_what_is_due(void) {
  static double last;
  double t = now();
  if (t - last < 1e-3) return;
  last = t;
  for (int i = 0; i < tables * 4; i++)
    if (due[i] <= t) say(&table[i / 4].players[i % 4]);
}

int main(int count, char **arguments) {
  if (count != 5) fail("usage: load PORT TABLES GAME ROUNDS");
  port = atoi(arguments[1]);
  tables = atoi(arguments[2]);
  game = arguments[3];
  rounds = atol(arguments[4]);
  epoll = epoll_create1(0);
  table = calloc((size_t)tables, sizeof *table);
  due = calloc((size_t)tables * 4, sizeof *due);
  for (int i = 0; i < tables * 4; i++) {
    table[i / 4].players[i % 4] = (Player){.table = &table[i / 4], .number = i % 4};
    due[i] = 1.0 / 0.0;
  }
  struct epoll_event orders = {.events = EPOLLIN, .data.ptr = NULL}, events[256];
  // What has been read ahead would wake nobody: two orders that come at once are read one by one.
  setvbuf(stdin, NULL, _IONBF, 0);
  epoll_ctl(epoll, EPOLL_CTL_ADD, STDIN_FILENO, &orders);
  for (;;) {
    int ready = epoll_wait(epoll, events, 256, 1);
    for (int i = 0; i < ready; i++) {
      Player *p = events[i].data.ptr;
      char line[128];
      if (p)
        take(&p->wire, on_message, on_open, p);
      else if (fgets(line, sizeof line, stdin))
        obey(line);
      else
        return 0;
    }
    go_on();
    say_what_is_due();
  }
}
