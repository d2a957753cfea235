import fs from 'node:fs';
import path from 'node:path';

/** Files of the server's log that are kept: with ten megabytes each, a hundred in all. */
const KEPT = 10;
const EVERY_MS = 60_000;

/** Removes the oldest files of the server's log. One that cannot be removed is tried again the next time. */
export function boundLog(dataDir: string): void {
  const folder = path.join(dataDir, 'log');
  const age = (file: string): number => fs.statSync(file, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const files = fs.existsSync(folder) ? fs.readdirSync(folder) : [];
  const oldest = files
    .filter((name) => /^postgresql-.*\.log$/.test(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, age: age(file) }))
    .toSorted((a, b) => b.age - a.age)
    .slice(KEPT);
  for (const { file } of oldest) fs.rm(file, { force: true }, () => undefined);
}

/** Keeps the log bounded for as long as this process uses the server. @returns what ends that */
export function keepLogBounded(dataDir: string): () => void {
  boundLog(dataDir);
  const timer = setInterval(() => boundLog(dataDir), EVERY_MS).unref();
  return () => clearInterval(timer);
}
