'use strict';
// The rooms of the observatory, 15 tiles wide and 9 high.
//   # wall  . floor  b brass  s salt  p pearl  k key  G gate  S seal  B bell  K keeper  g grate  C current  W warden  1-9 doors
const COLUMNS = 15, ROWS = 9;
const ROOMS = {
  hall: ['###############',
         '#..b...#...p..#',
         '#......#......#',
         '#..#.......#..1',
         '#..#...B...#..#',
         '2..#.......#..#',
         '#......#......#',
         '#.p........b..#',
         '#######G#######'],
  kelp: ['###############',
         '#...s....#..p.#',
         '#.##.#####....#',
         '3..#....p#..#.#',
         '#..#.##..g..#.#',
         '#....#...#..s.#',
         '#.##.#.###.##.#',
         '#.b....#.k..C.#',
         '###############'],
  forge: ['###############',
          '#.b..b...b..s.#',
          '#.##.###.####.#',
          '#..#.#.....#..4',
          '#..#...#...#..#',
          '#.##.#.#.#.##.#',
          '#......K......#',
          '#p..s......p..#',
          '###############'],
  vault: ['#######5#######',
          '#.............#',
          '#.p...b.b...p.#',
          '#.#..#...#..#.#',
          '#.....B.......#',
          '#.#..#...#..#.#',
          '#.....s.s.....#',
          '#.............#',
          '#######S#######'],
  orrery: ['#######6#######',
           '#.............#',
           '#..b.......b..#',
           '#.....#.#.....#',
           '#..s...W...s..#',
           '#.....#.#.....#',
           '#..p.......p..#',
           '#......B......#',
           '###############'],
};
// A door leads into another room, to the tile inside of it. Gate and seal are the doors downward once they are open.
const DOORS = {
  1: { leads: 'kelp', x: 1, y: 3 }, 2: { leads: 'forge', x: 13, y: 3 }, 3: { leads: 'hall', x: 13, y: 3 }, 4: { leads: 'hall', x: 1, y: 5 },
  5: { leads: 'hall', x: 7, y: 7 }, 6: { leads: 'vault', x: 7, y: 7 }, G: { leads: 'vault', x: 7, y: 1 }, S: { leads: 'orrery', x: 7, y: 1 },
};
const DRIFT = { leads: 'vault', x: 1, y: 7 };
const KINDS = { '#': 'wall', '.': 'floor', b: 'brass', s: 'salt', p: 'pearl', k: 'key', G: 'gate', S: 'seal', B: 'bell', K: 'keeper', g: 'grate', C: 'current', W: 'warden' };
const NAMES = { hall: 'Hall of Hours', kelp: 'Kelp Gallery', forge: 'Brass Forge', vault: 'Vault of Orbits', orrery: 'The Orrery' };
