// Detects that the npm which started this script is gone. npm forwards no signal when it is stopped from outside: npm
// or its shell ends, and the script would run for ever.
import fs from 'node:fs';

const LAUNCHER = /^(npm|npx|pnpm|yarn|bun|corepack)\b|[/\\](npm|pnpm|yarn)(-cli)?(\.c?js)?(\s|$)/;

/** The parent of a process on Linux; otherwise undefined. */
function parentOf(pid) {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return parent === undefined ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** The command of a process on Linux; otherwise undefined. */
function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

/** npm may run a script through a shell, so both count. */
const lineage = () => [process.ppid, parentOf(process.ppid)];

/**
 * Whether a script has already lost its npm.
 * @param line the parent and its parent
 * @param commandOf their commands; undefined if unknown
 */
export function isLost(line, command = commandOf) {
  if (line.some((pid) => pid !== undefined && LAUNCHER.test(command(pid) ?? ''))) return false;
  // orphans are adopted by the first process of the machine
  return line.includes(1) && command(1) !== undefined;
}

const underNpm = Boolean(process.env.npm_lifecycle_event) && process.platform !== 'win32';
const first = lineage();
const lostBefore = underNpm && isLost(first);

/** Whether the starter of this script is gone; false if it was started without npm. */
export const isOrphaned = () => underNpm && (lostBefore || lineage().join() !== first.join());
