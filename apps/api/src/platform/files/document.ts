/** Prepares an uploaded document: images are re-encoded, PDFs kept as they are. */
import { open, readFile } from 'node:fs/promises';
import { preparePicture } from './image.ts';
import { newFileName } from './store.ts';

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
export async function prepareDocument(path: string): Promise<{ nom: string; content: Buffer }> {
  if (await isPdf(path)) return { nom: newFileName('pdf'), content: await readFile(path) };
  return { nom: newFileName(), content: (await preparePicture(path)).full };
}

/** The media type of a stored document. */
export const typeOfDocument = (nom: string): 'application/pdf' | 'image/jpeg' =>
  nom.endsWith('.pdf') ? 'application/pdf' : 'image/jpeg';
