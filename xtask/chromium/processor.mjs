// Processor time of Chromium's processes, from Linux's /proc.
import fs from 'node:fs';

/**
 * Milliseconds that all threads of a process and of those it started have run.
 * @param {number} root the process
 * @param {(command: string) => boolean} counts which of them count, by their command lines; all, if left out
 */
export function processor(root, counts = () => true) {
  const parents = new Map();
  for (const pid of fs.readdirSync('/proc').filter(name => /^\d+$/.test(name))) {
    try {
      parents.set(Number(pid), Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').replace(/^.*\) /, '').split(' ')[1]));
    } catch { /* it has ended */ }
  }
  const below = pid => pid === root || (parents.has(pid) && below(parents.get(pid)));
  let sum = 0;
  for (const pid of parents.keys()) {
    try {
      if (!below(pid) || !counts(fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8'))) continue;
      for (const thread of fs.readdirSync(`/proc/${pid}/task`)) {
        sum += Number(fs.readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]);
      }
    } catch { /* it has ended */ }
  }
  return sum / 1e6;
}
