// The ABI of docs/wasm-abi.md for games in C without a library: what a game may ask, a pen that records canvas commands, a writer.
#ifndef ORACADE_H
#define ORACADE_H

typedef unsigned char u8;
typedef unsigned int u32;
typedef unsigned long long u64;

#define IMPORT(name) __attribute__((import_module("oracade"), import_name(name)))
#define EXPORT(name) __attribute__((export_name(name), used))

IMPORT("log") void host_log(int level, const char *text, u32 bytes);
IMPORT("random") double host_random(void);
IMPORT("fileRead") int host_file_read(const char *path, u32 bytes, u32 offset, char *to, u32 room);
IMPORT("storageGet") int host_storage_get(const char *key, u32 bytes, char *to, u32 room);
IMPORT("storageSet") int host_storage_set(const char *key, u32 bytes, const char *value, u32 value_bytes);
IMPORT("font") int host_font(const char *css, u32 bytes);
IMPORT("text") int host_text(const char *text, u32 bytes);
IMPORT("commands") void host_commands(const double *words, u32 count);

EXPORT("oracade_abi") int oracade_abi(void) { return 1; }

// The compiler makes calls of these.
void *memset(void *to, int value, unsigned long count) {
  u8 *at = to;
  while (count--) *at++ = (u8)value;
  return to;
}
void *memcpy(void *to, const void *from, unsigned long count) {
  u8 *at = to;
  const u8 *source = from;
  while (count--) *at++ = *source++;
  return to;
}

static u32 length_of(const char *text) {
  u32 n = 0;
  while (text[n]) n++;
  return n;
}

// Whether a text occurs in another.
static int has(const char *text, u32 bytes, const char *wanted) {
  u32 n = length_of(wanted);
  for (u32 i = 0; i + n <= bytes; i++) {
    u32 k = 0;
    while (k < n && text[i + k] == wanted[k]) k++;
    if (k == n) return 1;
  }
  return 0;
}

// A sine good enough for waves: error below 0.002.
static double wave(double x) {
  const double turn = 6.283185307179586;
  x -= turn * __builtin_floor(x / turn + 0.5);
  double y = 1.2732395447351628 * x - 0.4052847345693511 * x * __builtin_fabs(x);
  return 0.225 * (y * __builtin_fabs(y) - y) + y;
}

// ---- Text

#define TEXT_MAX 8192
static char text_buffer[TEXT_MAX];
static u32 text_length;

static void write_text(const char *text) {
  while (*text && text_length < TEXT_MAX) text_buffer[text_length++] = *text++;
}
static void write_number(long value) {
  char digits[24];
  int n = 0;
  unsigned long rest = value < 0 ? -(unsigned long)value : (unsigned long)value;
  do digits[n++] = (char)('0' + rest % 10);
  while (rest /= 10);
  if (value < 0) digits[n++] = '-';
  while (n && text_length < TEXT_MAX) text_buffer[text_length++] = digits[--n];
}
static void write_field(const char *name, long value) {
  write_text(text_length > 1 ? ",\"" : "\"");
  write_text(name);
  write_text("\":");
  write_number(value);
}
static long read_number(const char *text, int bytes) {
  long value = 0;
  for (int i = 0; i < bytes && text[i] >= '0' && text[i] <= '9'; i++) value = value * 10 + (text[i] - '0');
  return value;
}

// ---- Drawing

#define PEN_MAX 16384
static double pen_words[PEN_MAX];
static u32 pen_count;

static void pen_flush(void) {
  host_commands(pen_words, pen_count);
  pen_count = 0;
}
// Makes room, so that no command is cut in two.
static void pen_room(u32 count) {
  if (pen_count + count > PEN_MAX) pen_flush();
}
static void put(double word) { pen_words[pen_count++] = word; }

static void fill_color(u32 hex, double alpha) {
  pen_room(6);
  put(2), put(0), put((hex >> 16 & 255) / 255.0), put((hex >> 8 & 255) / 255.0), put((hex & 255) / 255.0), put(alpha);
}
static void stroke_color(u32 hex, double alpha, double width) {
  pen_room(11);
  put(3), put(0), put((hex >> 16 & 255) / 255.0), put((hex >> 8 & 255) / 255.0), put((hex & 255) / 255.0), put(alpha);
  put(6), put(width), put(1), put(1), put(10);
}
static void fill_rect(double x, double y, double w, double h) {
  pen_room(5);
  put(15), put(x), put(y), put(w), put(h);
}
static void fill_rounded(double x, double y, double w, double h, double r) {
  pen_room(17);
  put(13), put(0), put(0), put(13), put(7), put(x), put(y), put(w), put(h);
  for (int i = 0; i < 8; i++) put(r);
}
static void fill_ellipse(double x, double y, double rx, double ry) {
  pen_room(13);
  put(13), put(0), put(0), put(9), put(5), put(x), put(y), put(rx), put(ry), put(0), put(0), put(6.283185307179586), put(0);
}
// A path of `count` points, filled or stroked.
static void path(const double *points, u32 count, int stroked) {
  pen_room(4 + 3 * count);
  if (stroked) put(14);
  else put(13), put(0);
  put(0), put(3 * count);
  for (u32 i = 0; i < count; i++) put(i ? 1 : 0), put(points[2 * i]), put(points[2 * i + 1]);
}
// align: 2 left, 3 right, 4 center
static void draw_text(int font, const char *text, u32 bytes, double x, double y, int align) {
  pen_room(14);
  put(20), put(font), put(align), put(3), put(0), put(0), put(0), put(1);
  int number = host_text(text, bytes);
  put(19), put(0), put(number), put(x), put(y), put(__builtin_nan(""));
}

#endif
