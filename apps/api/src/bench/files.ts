/** Takes files along, the longest there are and ten at once, and asks for lists meanwhile. */
import { readFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { addDays, type Day, type Export } from '@octroi/contract';
import { THRESHOLDS } from '#src/platform/jobs/thresholds.ts';
import { measure, type Target, type Timing } from './measure.ts';
import { secondsOf } from './processes.ts';

export interface FileTiming {
  name: string;
  /** Rows of all files together. */
  rows: number;
  seconds: number;
  /** Of the server alone, on all its threads; the database's own not counted. */
  cpuSeconds: number;
  bytes: number;
  /** What the server held in memory before, and at most meanwhile. */
  before: number;
  peak: number;
  /** A list's first pages meanwhile: the worst of what people met. */
  meanwhile: Timing;
}

const EVERY_MS = 100;
/** Of one measurement, so that several are taken while a file is made. */
const REQUESTS = 200;

interface Use {
  memory: number;
  cpuSeconds: number;
}

async function useOf(pid: number): Promise<Use> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return {
    memory: Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024,
    cpuSeconds: await secondsOf(pid),
  };
}

/** What is asked for, below `/v2`. */
export interface FileCall {
  path: string;
  body: object;
}

/** Asks for a file and fetches it, at once or when it was made apart. @returns its size in bytes, and its rows */
async function fetchFile({ origin, cookie }: Target, { path, body }: FileCall): Promise<[number, number]> {
  const headers = { cookie, 'content-type': 'application/json' };
  const reply = await fetch(`${origin}/v2/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  });
  const sizeOf = async ({ body: content }: Response): Promise<number> => {
    let bytes = 0;
    for await (const piece of content ?? []) bytes += piece.length;
    return bytes;
  };
  if (reply.status === 200) return [await sizeOf(reply), 0];
  if (reply.status !== 202) throw new Error(`${path} answered ${reply.status}: ${await reply.text()}`);
  const { id } = (await reply.json()) as Export;
  for (;;) {
    await setTimeout(EVERY_MS);
    const { octets, lignes, message } = (await (
      await fetch(`${origin}/v2/exports/${id}`, { headers: { cookie } })
    ).json()) as Export;
    if (message) throw new Error(message);
    if (octets === null) continue;
    const size = await sizeOf(await fetch(`${origin}/v2/exports/${id}/fichier`, { headers: { cookie } }));
    await fetch(`${origin}/v2/exports/${id}`, { method: 'DELETE', headers: { cookie } });
    return [size, lignes];
  }
}

/** @param calls files that are asked for at once */
export async function timeFiles(
  target: Target,
  pid: number,
  name: string,
  calls: readonly FileCall[],
): Promise<FileTiming> {
  const lists = (n: number): string => `/v2/transactions?entite=1&page=${(n % 50) + 1}`;
  await measure(target, lists, { count: 100, clients: 1 });
  const before = await useOf(pid);
  let peak = before.memory;
  const watch = setInterval(() => {
    void useOf(pid).then(({ memory }) => (peak = Math.max(peak, memory)));
  }, EVERY_MS);
  const started = performance.now();
  let making = true;
  async function make(): Promise<{ bytes: number; rows: number; seconds: number }> {
    try {
      const made = await Promise.all(calls.map((call) => fetchFile(target, call)));
      const seconds = (performance.now() - started) / 1000;
      const sum = (at: 0 | 1): number => made.reduce((all, each) => all + each[at], 0);
      return { bytes: sum(0), rows: sum(1), seconds };
    } finally {
      making = false;
    }
  }
  const made = make();
  const timings: Timing[] = [];
  while (making) {
    const timing = await measure(target, lists, { count: REQUESTS, clients: 2 });
    if (making || timings.length === 0) timings.push(timing);
  }
  const whole = await made;
  clearInterval(watch);
  const { cpuSeconds } = await useOf(pid);
  return {
    name,
    ...whole,
    cpuSeconds: cpuSeconds - before.cpuSeconds,
    before: before.memory,
    peak,
    meanwhile: timings.toSorted((a, b) => b.p95 - a.p95)[0] as Timing,
  };
}

interface MeasuredFile {
  name: string;
  calls: readonly FileCall[];
  linesPerSecond?: number;
}

/** The files that are measured. @param today last day of the data */
export const filesOf = (today: Day): readonly MeasuredFile[] => [
  {
    name: 'PDF',
    calls: [{ path: 'impressions/releve-des-recouvrements', body: {} }],
    // half a million in thirty seconds
    linesPerSecond: 16_667,
  },
  {
    name: 'XLSX',
    calls: [{ path: 'exports', body: { resource: 'transactions', format: 'xlsx' } }],
    linesPerSecond: 25_000,
  },
  {
    name: 'relevés des impayés',
    calls: [
      {
        path: 'contribuables/releve-impaye',
        body: { generate: true, entite: 1, from: addDays(today, -30), to: today },
      },
    ],
  },
  {
    // as many as one person may have open
    name: 'dix exports à la fois',
    calls: Array.from({ length: THRESHOLDS.ouverts }, (_, n) => ({
      path: 'exports',
      body: {
        resource: 'contribuables',
        format: ['xlsx', 'csv', 'pdf'][n % 3],
        query: `entite=1&betail=0&from=${addDays(today, -30)}&to=${today}`,
      },
    })),
  },
];
