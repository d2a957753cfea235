/** Prints the longest document there is, and asks for lists meanwhile. */
import { readFile } from 'node:fs/promises';
import { MAX_PRINTED_ROWS } from '@octroi/contract';
import { measure, type Target, type Timing } from './measure.ts';

export interface Printing {
  /** Rows of the document. */
  rows: number;
  seconds: number;
  bytes: number;
  /** What the server held in memory before, and at most while it printed. */
  before: number;
  peak: number;
  /** A list's first pages while it printed. */
  meanwhile: Timing;
}

const EVERY_MS = 100;
/** Of one measurement, so that several are taken while a document is drawn. */
const REQUESTS = 400;

async function residentMemory(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) * 1024;
}

/** @param transactions how many there are: as many are printed as a document takes */
export async function timePrinting(target: Target, pid: number, transactions: number): Promise<Printing> {
  const lists = (n: number): string => `/v2/transactions?entite=1&page=${(n % 50) + 1}`;
  await measure(target, lists, { count: 100, clients: 1 });
  const before = await residentMemory(pid);
  let peak = before;
  const watch = setInterval(() => {
    void residentMemory(pid).then((now) => (peak = Math.max(peak, now)));
  }, EVERY_MS);
  const started = performance.now();
  let printing = true;
  async function print(): Promise<{ bytes: number; seconds: number }> {
    const reply = await fetch(`${target.origin}/v2/impressions/releve-des-recouvrements`, {
      method: 'POST',
      headers: { cookie: target.cookie, 'content-type': 'application/json' },
      body: '{}',
    });
    if (!reply.ok || !reply.body)
      throw new Error(`the document answered ${reply.status}: ${await reply.text()}`);
    let bytes = 0;
    for await (const piece of reply.body) bytes += piece.length;
    printing = false;
    return { bytes, seconds: (performance.now() - started) / 1000 };
  }
  const printed = print();
  const timings: Timing[] = [];
  while (printing && timings.length < 1000) {
    const timing = await measure(target, lists, { count: REQUESTS, clients: 2 });
    if (printing) timings.push(timing);
  }
  const { bytes, seconds } = await printed;
  clearInterval(watch);
  // the worst of what people met
  const meanwhile = timings.toSorted((a, b) => b.p95 - a.p95)[0];
  if (!meanwhile) throw new Error('the document was drawn before a list could be asked for');
  return { rows: Math.min(transactions, MAX_PRINTED_ROWS), seconds, bytes, before, peak, meanwhile };
}
