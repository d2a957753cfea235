// Whether the npm that started this script has gone. npm hands no signal on when it is stopped from outside: it simply
// goes, or the shell between does, and what it started would stay for ever.
import fs from 'node:fs';

const LAUNCHER = /^(npm|npx|pnpm|yarn|bun|corepack)\b|[/\\](npm|pnpm|yarn)(-cli)?(\.c?js)?(\s|$)/;

/** The parent of a process where Linux tells it, else nothing. */
function parentOf(pid) {
  try {
    const parent = /^PPid:\s*(\d+)/m.exec(fs.readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return parent === undefined ? undefined : Number(parent);
  } catch {
    return undefined;
  }
}

/** What a process was started with where Linux tells it, else nothing. */
function commandOf(pid) {
  try {
    return fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
  } catch {
    return undefined;
  }
}

/** npm may run a script through a shell: both count. */
const lineage = () => [process.ppid, parentOf(process.ppid)];

/**
 * Whether a script that npm started has lost it already.
 * @param line the parent, and its parent
 * @param commandOf what each was started with; undefined where that cannot be told
 */
export function isLost(line, command = commandOf) {
  if (line.some((pid) => pid !== undefined && LAUNCHER.test(command(pid) ?? ''))) return false;
  // the first process of the machine adopts what lost its parent
  return line.includes(1) && command(1) !== undefined;
}

const underNpm = Boolean(process.env.npm_lifecycle_event) && process.platform !== 'win32';
const first = lineage();
const lostBefore = underNpm && isLost(first);

/** Whether whoever started this script has gone; never where it was started without npm. */
export const isOrphaned = () => underNpm && (lostBefore || lineage().join() !== first.join());
