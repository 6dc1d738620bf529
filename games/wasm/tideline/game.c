// Tideline: a boat on a river of three lanes, logs to keep away from, shells to pick up; the river gets faster.
#include "../sdk/oracade.h"

enum { WIDTH = 320, HEIGHT = 480, LANES = 3, THINGS = 24, BOAT_Y = 392 };
enum { READY, RUNNING, OVER };
enum { LOG = 1, SHELL };
enum { PLAIN, STILL, GHOST, LEFTY, POOR };

typedef struct {
  int kind, lane;
  double y;
} Thing;

static struct {
  int phase, variant, lane, lives, shells, level, spared, wait, fonts[2];
  long steps, metres, best;
  double x, speed;
  Thing things[THINGS];
} game;

static double lane_x(int lane) { return 64 + 96 * lane; }

static void begin(void) {
  game.phase = RUNNING;
  game.lane = 1;
  game.x = lane_x(1);
  game.lives = 3;
  game.shells = 0, game.level = 1, game.spared = 0, game.wait = 40;
  game.metres = 0;
  game.speed = 2.4;
  for (int i = 0; i < THINGS; i++) game.things[i].kind = 0;
}

static void add(int kind, int lane, double y) {
  for (int i = 0; i < THINGS; i++) {
    if (game.things[i].kind) continue;
    game.things[i] = (Thing){kind, lane, y};
    return;
  }
}

static void over(void) {
  game.phase = OVER;
  text_length = 0;
  write_text("aground after ");
  write_number(game.metres);
  host_log(1, text_buffer, text_length);
  if (game.metres <= game.best) return;
  game.best = game.metres;
  text_length = 0;
  write_number(game.best);
  host_storage_set("tideline.best", 13, text_buffer, text_length);
}

static void steer(int by) {
  if (game.phase != RUNNING) {
    begin();
    return;
  }
  int lane = game.lane + by;
  if (lane >= 0 && lane < LANES) game.lane = lane;
}

EXPORT("init") void init(void) {
  game.phase = READY;
  game.x = lane_x(1);
  game.lane = 1;
  game.lives = 3;
  game.level = 1;
  char text[32];
  int n = host_file_read("variant", 7, 0, text, sizeof text);
  const char *names[] = {"still", "ghost", "lefty", "poor"};
  for (int i = 0; i < 4 && n > 0; i++) {
    if (has(text, (u32)n, names[i])) game.variant = i + 1;
  }
  n = host_storage_get("tideline.best", 13, text, sizeof text);
  if (n > 0) game.best = read_number(text, n);
  game.fonts[0] = host_font("bold 15px sans-serif", 20);
  game.fonts[1] = host_font("bold 34px serif", 15);
}

EXPORT("step") void step(double time) {
  (void)time;
  game.steps++;
  if (game.phase != RUNNING) return;
  game.metres += (long)(game.speed * 10 / 24);
  if (game.spared) game.spared--;
  if (game.variant != STILL && game.steps % 300 == 0 && game.level < 12) {
    game.level++;
    game.speed += 0.35;
  }
  double goal = lane_x(game.lane);
  double way = goal - game.x;
  game.x += way > 8 ? 8 : way < -8 ? -8 : way;
  if (--game.wait <= 0) {
    int lane = (int)(host_random() * LANES);
    add(LOG, lane, -40);
    if (host_random() < 0.55) add(SHELL, (lane + 1 + (int)(host_random() * 2)) % LANES, -40);
    game.wait = (int)(150 / game.speed);
  }
  for (int i = 0; i < THINGS; i++) {
    Thing *thing = &game.things[i];
    if (!thing->kind) continue;
    thing->y += game.speed;
    double dx = lane_x(thing->lane) - game.x, dy = thing->y - BOAT_Y;
    int near = __builtin_fabs(dx) < 40 && __builtin_fabs(dy) < 34;
    if (near && thing->kind == SHELL) {
      if (game.variant != POOR) game.shells++;
      thing->kind = 0;
    } else if (near && !game.spared && game.variant != GHOST) {
      thing->kind = 0;
      game.lives--;
      game.spared = 80;
      if (game.lives == 0) over();
    } else if (thing->y > HEIGHT + 40) {
      thing->kind = 0;
    }
  }
}

EXPORT("input") void input(int kind, int code, double x, double y, int detail, int modifiers) {
  (void)y, (void)detail;
  if (kind == 0 && !(modifiers & 16)) {
    if (code == 80 || code == 4) steer(-1);
    if ((code == 79 || code == 7) && game.variant != LEFTY) steer(1);
    if ((code == 44 || code == 40) && game.phase != RUNNING) begin();
  }
  if (kind == 3 || kind == 6) {
    if (x < WIDTH / 2) steer(-1);
    else if (game.variant != LEFTY) steer(1);
  }
}

static void draw_boat(double x, double y) {
  double hull[] = {x - 20, y - 6, x - 15, y + 26, x + 15, y + 26, x + 20, y - 6, x, y - 34};
  fill_color(0x6b3f22, 1);
  path(hull, 5, 0);
  double deck[] = {x - 12, y - 2, x - 9, y + 18, x + 9, y + 18, x + 12, y - 2, x, y - 20};
  fill_color(0xd9a066, 1);
  path(deck, 5, 0);
  fill_color(0xf6f1e3, 1);
  double sail[] = {x, y - 24, x + 16, y + 10, x, y + 10};
  path(sail, 3, 0);
}

static void draw_label(const char *name, long value, double x, int align) {
  text_length = 0;
  write_text(name);
  write_number(value);
  draw_text(game.fonts[0], text_buffer, text_length, x, 18, align);
}

EXPORT("draw") void draw(void) {
  fill_color(0x2f7f96, 1);
  fill_rect(0, 0, WIDTH, HEIGHT);
  for (int row = 0; row < 26; row++) {
    double points[34];
    double y = row * 20.0 + (double)((long)(game.metres * 2) % 20);
    for (int i = 0; i < 17; i++) {
      points[2 * i] = i * 20.0;
      points[2 * i + 1] = y + 3 * wave(i * 0.9 + row * 1.7 + (double)game.steps * 0.03);
    }
    stroke_color(0x9fd8df, 0.22, 2);
    path(points, 17, 1);
  }
  fill_color(0x3f6b3a, 1);
  for (int i = 0; i < 13; i++) {
    double y = i * 40.0 + (double)((long)(game.metres * 2) % 40) - 20;
    fill_ellipse(2, y, 14 + (i * 7 % 5), 24);
    fill_ellipse(WIDTH - 2, y + 18, 14 + (i * 5 % 7), 24);
  }
  for (int i = 0; i < THINGS; i++) {
    Thing *thing = &game.things[i];
    double x = lane_x(thing->lane), y = thing->y;
    if (thing->kind == LOG) {
      fill_color(0x4a2f1b, 1);
      fill_rounded(x - 36, y - 12, 72, 24, 12);
      fill_color(0x8a5a34, 1);
      fill_rounded(x - 36, y - 12, 72, 15, 10);
      fill_color(0xd8b07a, 1);
      fill_ellipse(x + 30, y, 6, 11);
    } else if (thing->kind == SHELL) {
      fill_color(0xffe3c2, 1);
      fill_ellipse(x, y, 12, 10);
      stroke_color(0xc9785a, 1, 2);
      for (int k = -1; k <= 1; k++) {
        double line[] = {x, y + 9, x + k * 7, y - 7};
        path(line, 2, 1);
      }
    }
  }
  if (game.phase != OVER && game.spared % 8 < 5) draw_boat(game.x, BOAT_Y);
  fill_color(0x0d2b33, 0.55);
  fill_rect(0, 0, WIDTH, 36);
  fill_color(0xf6f1e3, 1);
  draw_label("m ", game.metres, 12, 2);
  draw_label("Shells ", game.shells, WIDTH / 2, 4);
  draw_label("Best ", game.best, WIDTH - 12, 3);
  for (int i = 0; i < game.lives; i++) {
    fill_color(0xe4572e, 1);
    fill_ellipse(20 + 18 * i, 50, 6, 6);
  }
  if (game.phase != RUNNING) {
    fill_color(0x0d2b33, 0.7);
    fill_rect(0, 170, WIDTH, 110);
    fill_color(0xffe3c2, 1);
    const char *head = game.phase == READY ? "Tideline" : "Aground";
    draw_text(game.fonts[1], head, length_of(head), WIDTH / 2, 212, 4);
    const char *line = "Tap left or right, or arrow keys";
    draw_text(game.fonts[0], line, length_of(line), WIDTH / 2, 252, 4);
  }
  pen_flush();
}

static char room[4096];

EXPORT("alloc") char *alloc(u32 bytes) { return bytes <= sizeof room ? room : 0; }

EXPORT("loadScenario") int load_scenario(const char *text, u32 bytes) {
  const char *names[] = {"\"fresh\"", "\"log\"", "\"shell\"", "\"last\"", "\"fast\""};
  int found = -1;
  for (int i = 0; i < 5; i++) {
    if (has(text, bytes, names[i])) found = i;
  }
  if (found < 0) return 0;
  begin();
  if (found == 1) add(LOG, 1, BOAT_Y - 160);
  if (found == 2) add(SHELL, 1, BOAT_Y - 160);
  if (found == 3) {
    game.lives = 1;
    game.metres = 500;
    add(LOG, 1, BOAT_Y - 60);
  }
  if (found == 4) game.level = 8, game.speed = 5;
  // Nothing new for a while.
  if (found > 0 && found < 4) game.wait = 400;
  return 1;
}

EXPORT("reset") void reset(void) {
  begin();
  game.phase = READY;
}

EXPORT("snapshot") u64 snapshot(void) {
  const char *phases[] = {"ready", "running", "over"};
  text_length = 0;
  write_text("{\"phase\":\"");
  write_text(phases[game.phase]);
  write_text("\"");
  write_field("steps", game.steps);
  write_field("metres", game.metres);
  write_field("best", game.best);
  write_field("lives", game.lives);
  write_field("shells", game.shells);
  write_field("level", game.level);
  write_field("lane", game.lane);
  write_field("x", (long)game.x);
  write_field("spared", game.spared);
  write_text(",\"things\":[");
  int first = 1;
  for (int i = 0; i < THINGS; i++) {
    Thing *thing = &game.things[i];
    if (!thing->kind) continue;
    write_text(first ? "[" : ",[");
    write_text(thing->kind == LOG ? "\"log\"," : "\"shell\",");
    write_number(thing->lane);
    write_text(",");
    write_number((long)thing->y);
    write_text("]");
    first = 0;
  }
  write_text("]}");
  return (u64)(u32)text_buffer << 32 | text_length;
}
