/** Uploaded documents: images are re-encoded, PDFs stored as they are. */
import { open, readFile } from 'node:fs/promises';
import { notFound } from '../http/problem.ts';
import { preparePicture } from './image.ts';
import type { SpooledFile } from './spool.ts';
import { type FileStore, newFileName, recordFiles } from './store.ts';

const PDF = '%PDF-';

async function isPdf(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(PDF.length), 0, PDF.length, 0);
    return buffer.toString('latin1') === PDF;
  } finally {
    await file.close();
  }
}

/** @throws AppError 415 if it is neither an image nor a PDF */
async function prepareDocument(path: string): Promise<{ nom: string; content: Buffer }> {
  if (await isPdf(path)) return { nom: newFileName('pdf'), content: await readFile(path) };
  return { nom: newFileName(), content: (await preparePicture(path)).full };
}

/**
 * Stores an uploaded document and the record that names it, or neither.
 * @throws AppError 413, 415, and what `record` throws
 */
export async function storeDocument<T>(
  files: FileStore,
  read: () => Promise<SpooledFile>,
  record: (nom: string) => Promise<T>,
): Promise<T> {
  await using given = await read();
  const { nom, content } = await prepareDocument(given.path);
  await files.write(nom, content);
  return await recordFiles(files, [nom], () => record(nom));
}

/** @param nom null if the record has no document @throws AppError 404 */
export async function openDocument(files: FileStore, nom: string | null) {
  const file = nom === null ? undefined : await files.read(nom);
  if (!file || nom === null) throw notFound();
  const type = nom.endsWith('.pdf') ? ('application/pdf' as const) : ('image/jpeg' as const);
  return { ...file, type, nom };
}
