/** Processor time by process, from Linux's `/proc`: on a machine that others share it says more than the clock. */
import { readdir, readFile } from 'node:fs/promises';

/** Jiffies a second of `/proc`, which Linux never changed. */
const TICKS = 100;

/** Seconds of processor time spent so far: by who asks, by the server that answers, by the database behind it. */
export interface Spent {
  client: number;
  serveur: number;
  /** Backends that answer statements, each as long as its connection lives. */
  base: number;
  /** What the database does beside: checkpoints, its log, cleaning up. */
  fond: number;
}

interface Stat {
  parent: number;
  /** Of the process with all its threads, and of its children that ended. */
  own: number;
  ended: number;
}

async function statOf(pid: number | string): Promise<Stat | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  if (!stat) return undefined;
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const seconds = (first: number): number => ((fields[first] ?? 0) + (fields[first + 1] ?? 0)) / TICKS;
  return { parent: fields[1] ?? 0, own: seconds(11), ended: seconds(13) };
}

/** Seconds of a process with all its threads; 0 where it is gone. */
export const secondsOf = async (pid: number): Promise<number> => (await statOf(pid))?.own ?? 0;

/**
 * @param server the process that answers
 * @param postmaster the first process of the database's server
 */
export async function spent(server: number, postmaster: number): Promise<Spent> {
  const { user, system } = process.cpuUsage();
  const known = await statOf(postmaster);
  const times: Spent = {
    client: (user + system) / 1e6,
    serveur: await secondsOf(server),
    base: known?.ended ?? 0,
    fond: known?.own ?? 0,
  };
  for (const pid of await readdir('/proc')) {
    if (!/^\d+$/.test(pid)) continue;
    const stat = await statOf(pid);
    if (stat?.parent !== postmaster) continue;
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    // backends name the address that they serve
    times[/\d+\.\d+\.\d+\.\d+\(|\[local\]/.test(title) ? 'base' : 'fond'] += stat.own;
  }
  // one that ended meanwhile may have been counted on neither side
  return (await statOf(postmaster))?.ended === known?.ended ? times : spent(server, postmaster);
}

/** Milliseconds a request, of each kind. */
export const perRequest = (before: Spent, after: Spent, requests: number): Spent => {
  const each = (kind: keyof Spent): number => ((after[kind] - before[kind]) * 1000) / requests;
  return { client: each('client'), serveur: each('serveur'), base: each('base'), fond: each('fond') };
};

export const total = ({ client, serveur, base, fond }: Spent): number => client + serveur + base + fond;
