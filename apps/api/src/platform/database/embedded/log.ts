import fs from 'node:fs';
import path from 'node:path';

/** Number of log files to keep, of ten megabytes each. */
const MAX_FILES = 10;
const INTERVAL_MS = 60_000;

/** Removes the oldest files of the server's log. A failed removal is tried again the next time. */
export function limitLog(dataDir: string): void {
  const folder = path.join(dataDir, 'log');
  const age = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const oldest = files
    .filter((name) => /^postgresql-.*\.log$/.test(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, age: age(file) }))
    .toSorted((a, b) => b.age - a.age)
    .slice(MAX_FILES);
  for (const { file } of oldest) fs.rm(file, { force: true }, () => undefined);
}

/** Limits the log while this process uses the server. @returns stops that */
export function keepLogLimited(dataDir: string): () => void {
  limitLog(dataDir);
  const timer = setInterval(() => limitLog(dataDir), INTERVAL_MS).unref();
  return () => clearInterval(timer);
}
