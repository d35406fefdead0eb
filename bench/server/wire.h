// WebSockets as a client needs them: the handshake, frames out, and frames in as they come.

#pragma once
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

// The program cannot go on: say why, and end.
static _Noreturn void fail(const char *format, ...) {
  va_list values;
  va_start(values, format);
  vfprintf(stderr, format, values);
  va_end(values);
  fputc('\n', stderr);
  exit(1);
}

// Seconds since some moment.
static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec * 1e-9;
}

// What follows the first `text` in the `n` bytes at `m`; NULL if it is not there.
static const char *after(const char *m, size_t n, const char *text) {
  size_t size = strlen(text);
  const char *found = memmem(m, n, text, size);
  return found ? found + size : NULL;
}

// Whether the `n` bytes at `m` begin with `text`.
static bool begins(const char *m, size_t n, const char *text) {
  size_t size = strlen(text);
  return n >= size && memcmp(m, text, size) == 0;
}

// How long the JSON object is that begins at `m`, of at most `n` bytes.
static size_t object(const char *m, size_t n) {
  int depth = 0;
  bool quoted = false;
  for (size_t i = 0; i < n; i++) {
    if (m[i] == '\\') i++;
    else if (m[i] == '"') quoted = !quoted;
    else if (!quoted && m[i] == '{') depth++;
    else if (!quoted && m[i] == '}' && --depth == 0) return i + 1;
  }
  fail("an object without an end: %.*s", (int)n, m);
}

typedef struct {
  int fd;
  bool open;       // the handshake is done
  char *kept;      // the beginning of a frame whose end has not come yet
  size_t kept_size;
} Wire;

static uint64_t bytes_in, frames_in, bytes_out;

enum { TEXT = 1, CLOSE = 8, PING = 9, PONG = 10 };

static void send_all(Wire *wire, const char *bytes, size_t n) {
  ssize_t sent = send(wire->fd, bytes, n, MSG_NOSIGNAL);
  if (sent != (ssize_t)n) fail("cannot send %zu bytes: %s", n, strerror(errno));
  bytes_out += n;
}

// A frame to the server, masked with zeros: the mask is for proxies, of which there is none.
static void send_frame(Wire *wire, int kind, const char *bytes, size_t n) {
  char frame[1024];
  size_t head = 2;
  if (n > sizeof frame - 8) fail("a message of %zu bytes", n);
  frame[0] = (char)(0x80 | kind);
  if (n < 126) {
    frame[1] = (char)(0x80 | n);
  } else {
    frame[1] = (char)(0x80 | 126);
    frame[2] = (char)(n >> 8);
    frame[3] = (char)n;
    head = 4;
  }
  memset(frame + head, 0, 4);
  memcpy(frame + head + 4, bytes, n);
  send_all(wire, frame, head + 4 + n);
}

// Connect to `path` of the server on this machine and ask for a WebSocket.
static void connect_to(Wire *wire, int port, const char *path) {
  struct sockaddr_in server = {.sin_family = AF_INET, .sin_port = htons((uint16_t)port)};
  server.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  wire->fd = socket(AF_INET, SOCK_STREAM, 0);
  if (wire->fd < 0) fail("cannot open a socket: %s (see ulimit -n)", strerror(errno));
  if (connect(wire->fd, (struct sockaddr *)&server, sizeof server))
    fail("cannot connect to port %d: %s", port, strerror(errno));
  int yes = 1;
  setsockopt(wire->fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  fcntl(wire->fd, F_SETFL, O_NONBLOCK);
  char request[512];
  int n = snprintf(request, sizeof request,
                   "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\n"
                   "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                   "Sec-WebSocket-Key: cGFpanUgcGFpanUgcGFpag==\r\n\r\n",
                   path, port);
  send_all(wire, request, (size_t)n);
}

typedef void Heard(void *who, const char *message, size_t n);

// Read the frames that have come whole from `bytes`; how many bytes they were.
static size_t read_frames(Wire *wire, const unsigned char *bytes, size_t n, Heard *heard,
                          void *who) {
  size_t at = 0;
  while (n - at >= 2) {
    const unsigned char *frame = bytes + at;
    size_t head = 2, size = frame[1] & 0x7f;
    if (size == 126) {
      if (n - at < 4) break;
      head = 4;
      size = (size_t)frame[2] << 8 | frame[3];
    } else if (size == 127) {
      if (n - at < 10) break;
      head = 10;
      size = 0;
      for (int i = 2; i < 10; i++) size = size << 8 | frame[i];
    }
    if (n - at < head + size) break;
    const char *message = (const char *)frame + head;
    frames_in++;
    switch (frame[0]) {
      case 0x80 | TEXT: heard(who, message, size); break;
      case 0x80 | PING: send_frame(wire, PONG, message, size); break;
      case 0x80 | PONG: break;
      case 0x80 | CLOSE: {
        int code = size < 2 ? 1005 : (unsigned char)message[0] << 8 | (unsigned char)message[1];
        fail("the server closed a socket with %d", code);
      }
      default: fail("a frame that begins with 0x%02x", frame[0]);
    }
    at += head + size;
  }
  return at;
}

// Take what has come on a wire.
static void take(Wire *wire, Heard *heard, void (*opened)(void *who), void *who) {
  static char buffer[1 << 18];
  size_t n = wire->kept_size;
  if (n) memcpy(buffer, wire->kept, n);
  ssize_t got = recv(wire->fd, buffer + n, sizeof buffer - n, 0);
  if (got < 0 && errno == EAGAIN) return;
  if (got <= 0) fail("the server dropped a socket: %s", got ? strerror(errno) : "end of stream");
  bytes_in += (uint64_t)got;
  n += (size_t)got;
  size_t at = 0;
  if (!wire->open) {
    const char *end = after(buffer, n, "\r\n\r\n");
    if (end) {
      if (!begins(buffer, n, "HTTP/1.1 101")) fail("no WebSocket: %.*s", (int)n, buffer);
      wire->open = true;
      at = (size_t)(end - buffer);
      opened(who);
    }
  }
  if (wire->open) at += read_frames(wire, (unsigned char *)buffer + at, n - at, heard, who);
  if (n == sizeof buffer && at == 0) fail("a frame of more than %zu bytes", sizeof buffer);
  if (wire->kept_size < n - at) wire->kept = realloc(wire->kept, n - at);
  wire->kept_size = n - at;
  if (n > at) memcpy(wire->kept, buffer + at, n - at);
}
