// Runs a step exclusively among the starts of this repository. Written for plain Node 18 without packages.
import fs from 'node:fs';
import path from 'node:path';

const read = (file) => (fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '');

/**
 * Tells a process from a later one with the same number, as after a power cut: the start of the machine, and that of
 * the process. Only Linux tells; elsewhere it is empty.
 */
export function identityOf(pid) {
  try {
    // the fields after the name, which may itself contain spaces; the 22nd is the start of the process
    const fields = fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1).split(' ');
    return `${read('/proc/sys/kernel/random/boot_id').trim()}/${fields[19]}`;
  } catch {
    return '';
  }
}

/**
 * @param lock file that names its process; that of an ended process is void
 * @param onWait called once with the number of the process that has the lock
 */
export async function alone(lock, work, onWait) {
  fs.mkdirSync(path.dirname(lock), { recursive: true });
  for (let waits = 0, holder = take(lock); holder !== undefined; holder = take(lock)) {
    if (holder > 0 && waits++ === 0) onWait(holder);
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
  try {
    return work();
  } finally {
    fs.rmSync(lock, { force: true });
  }
}

/** @returns the process that has the lock, 0 if it is void or being written; undefined if it was taken */
function take(lock) {
  try {
    fs.writeFileSync(lock, `${process.pid} ${identityOf(process.pid)}`, { flag: 'wx' });
    return undefined;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
  const [pid, identity = ''] = read(lock).split(' ');
  const holder = Number(pid);
  const age = Date.now() - (fs.statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now());
  const isHeld = holder ? isAlive(holder, identity) : Math.abs(age) <= 10_000;
  if (isHeld) return holder || 0;
  fs.rmSync(lock, { force: true });
  return 0;
}

function isAlive(pid, identity) {
  const now = identityOf(pid);
  if (now && identity && now !== identity) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
