/**
 * The file of a backup: a gzipped tar that common tools can open. Its parts, in order: `octroi.json` (the manifest);
 * the uploads, with a list of hashes in the form of `sha256sum` after each thousand; each table as text of COPY, in
 * pieces; and `contents.json` with the counts and hashes of everything.
 */
import { createHash, type Hash } from 'node:crypto';
import fs from 'node:fs';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import tar from 'tar-stream';
import { z } from 'zod';

const FORMAT = 2;
/** Format 1 counted its uploads without hashes. */
const FORMATS = [1, FORMAT];
/** Uploads per list of hashes, so that neither writer nor reader keeps more in memory. */
const HASHES_PER_LIST = 1000;
/** A tar entry starts with its size, so streams of unknown length are written in pieces of this many bytes. */
const PIECE_BYTES = 8 * 2 ** 20;
/** Twice as fast as the default, with a file a tenth larger. */
const GZIP_LEVEL = 3;

const manifestSchema = z.object({
  format: z.literal(FORMATS),
  createdAt: z.string(),
  timeZone: z.string(),
  migrations: z.array(z.object({ nom: z.string(), empreinte: z.string() })),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()) })),
});

const contentsSchema = z.object({
  tables: z.record(z.string(), z.object({ rows: z.number(), sha256: z.string() })),
  uploads: z.number(),
  sequences: z.array(z.object({ name: z.string(), value: z.string(), called: z.boolean() })),
});

export type Manifest = z.output<typeof manifestSchema>;
export type Contents = z.output<typeof contentsSchema>;

/** The file is not a complete backup, or this version cannot read it; `message` is for the operator, in French. */
export class ArchiveError extends Error {
  override name = 'ArchiveError';
}

export const damagedError = (sentence: string): ArchiveError =>
  new ArchiveError(`${sentence} Prenez une autre copie de cette sauvegarde, ou la précédente.`);

export const isFull = (error: unknown): boolean =>
  ['ENOSPC', 'EDQUOT', '53100'].includes(String((error as { code?: unknown }).code));

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

const LINE_FEED = 0x0a;

function lineFeeds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** Writes a backup to a temporary name; only `finish` renames it, complete and synced to the disk. */
export class ArchiveWriter {
  readonly #pack = tar.pack();
  readonly #file: string;
  readonly #written: Promise<void>;
  readonly #contents: Contents = { tables: {}, uploads: 0, sequences: [] };
  #hashes: string[] = [];
  #lists = 0;

  constructor(file: string, manifest: Omit<Manifest, 'format'>) {
    this.#file = file;
    const target = fs.createWriteStream(this.#partial, { mode: 0o600, flush: true });
    this.#written = pipeline(this.#pack, createGzip({ level: GZIP_LEVEL }), target);
    this.#written.catch(() => {}); // whoever adds or finishes hears of it
    void this.#add(
      'octroi.json',
      Buffer.from(JSON.stringify({ format: FORMAT, ...manifest }, null, 2)),
    ).catch(() => {}); // the next `#add` or `finish` throws it
  }

  get #partial(): string {
    return `${this.#file}.partial`;
  }

  async #add(name: string, content: Buffer): Promise<void> {
    // a full disk destroys the tar, whose own error says nothing about the disk
    if (this.#pack.destroyed) await this.#written;
    const added = new Promise<void>((resolve, reject) => {
      this.#pack.entry({ name, mode: 0o600 }, content, (error) => (error ? reject(error) : resolve()));
    });
    await Promise.race([added, this.#written]);
  }

  async upload(name: string, content: Buffer): Promise<void> {
    await this.#add(`uploads/${name}`, content);
    this.#contents.uploads += 1;
    this.#hashes.push(`${sha256(content)}  ${name}\n`);
    if (this.#hashes.length === HASHES_PER_LIST) await this.#listHashes();
  }

  async #listHashes(): Promise<void> {
    if (this.#hashes.length === 0) return;
    const list = Buffer.from(this.#hashes.join(''));
    this.#hashes = [];
    await this.#add(`uploads.sha256/${String(++this.#lists).padStart(6, '0')}`, list);
  }

  /**
   * @param data output of COPY as text: rows end with a line feed, and contain none unescaped. Rows are counted by
   * them, since the stream may end before the server's own count arrives.
   */
  async table(name: string, data: AsyncIterable<Buffer>): Promise<void> {
    await this.#listHashes();
    const hash = createHash('sha256');
    let pieces = 0;
    const add = async (piece: Buffer[]) => {
      const content = Buffer.concat(piece);
      hash.update(content);
      await this.#add(`data/${name}/${String(++pieces).padStart(6, '0')}.copy`, content);
    };
    let piece: Buffer[] = [];
    let size = 0;
    let rows = 0;
    for await (const chunk of data) {
      piece.push(chunk);
      size += chunk.length;
      rows += lineFeeds(chunk);
      if (size < PIECE_BYTES) continue;
      await add(piece);
      [piece, size] = [[], 0];
    }
    if (size > 0) await add(piece);
    this.#contents.tables[name] = { rows, sha256: hash.digest('hex') };
  }

  /** @returns the contents of the file */
  async finish(sequences: Contents['sequences']): Promise<Contents> {
    await this.#listHashes();
    this.#contents.sequences = sequences;
    await this.#add('contents.json', Buffer.from(JSON.stringify(this.#contents, null, 2)));
    this.#pack.finalize();
    await this.#written;
    fs.renameSync(this.#partial, this.#file);
    return this.#contents;
  }

  async abandon(): Promise<void> {
    this.#pack.destroy();
    await this.#written.catch(() => {}); // whoever abandons has heard why
    fs.rmSync(this.#partial, { force: true });
  }
}

/** Opens a file; encrypted ones need a key. */
export type Open = (file: string) => Readable;
const plainly: Open = (file) => fs.createReadStream(file);

/** Called in the order of the file, and awaited. */
export interface ArchiveHandlers {
  upload?: (name: string, content: AsyncIterable<Buffer>) => Promise<void>;
  piece?: (table: string, content: AsyncIterable<Buffer>) => Promise<void>;
}

/**
 * Reads a backup from start to end and checks that it is complete and unaltered.
 * @returns its contents, and the bytes of its rows and of its uploads
 * @throws ArchiveError if the file is cut, altered, or of an unknown format
 */
export async function readArchive(file: string, handlers: ArchiveHandlers = {}, open = plainly) {
  const extract = tar.extract();
  const pipe = pipeline(open(file), createGunzip(), extract);
  pipe.catch(() => {}); // the loop below hears of it
  const hashes = new Map<string, Hash>();
  let manifest: Manifest | undefined;
  let contents: Contents | undefined;
  let uploads = 0;
  const unlisted = new Map<string, Hash>();
  const bytes = { data: 0, uploads: 0 };
  try {
    for await (const entry of extract) {
      const content = entry as AsyncIterable<Buffer>;
      const [kind, name = ''] = entry.header.name.split('/');
      if (entry.header.name === 'octroi.json') manifest = parseManifest(await json(content), file);
      else if (entry.header.name === 'contents.json') contents = contentsSchema.parse(await json(content));
      else if (kind === 'uploads') {
        const upload = entry.header.name.slice('uploads/'.length);
        const hash = createHash('sha256');
        uploads += 1;
        bytes.uploads += entry.header.size ?? 0;
        if (manifest?.format !== 1) unlisted.set(upload, hash);
        await (handlers.upload ?? drain)(upload, hashed(content, hash));
      } else if (kind === 'uploads.sha256') {
        compareHashes(unlisted, await text(content), file);
        unlisted.clear();
      } else if (kind === 'data') {
        const hash = hashes.get(name) ?? createHash('sha256');
        hashes.set(name, hash);
        bytes.data += entry.header.size ?? 0;
        await (handlers.piece ?? drain)(name, hashed(content, hash));
      } else throw new ArchiveError(`Élément inconnu dans la sauvegarde : ${entry.header.name}.`);
    }
    await pipe;
  } catch (error) {
    throw asArchiveError(file, error);
  }
  if (!manifest || !contents) throw damagedError(`${file} n’est pas une sauvegarde entière d’Octroi.`);
  for (const { name } of manifest.tables) {
    const digest = (hashes.get(name) ?? createHash('sha256')).digest('hex');
    if (contents.tables[name]?.sha256 !== digest) throw damagedError(`${file} est altéré : table ${name}.`);
  }
  if (uploads !== contents.uploads || unlisted.size > 0)
    throw damagedError(`${file} est altéré : il y manque des fichiers joints, ou leurs empreintes.`);
  return { manifest, contents, bytes };
}

function parseManifest(read: unknown, file: string): Manifest {
  const format = z.object({ format: z.number() }).parse(read).format;
  if (!FORMATS.includes(format))
    throw new ArchiveError(
      `${file} a été écrit par une version plus récente d’Octroi (format ${format}, celle-ci lit jusqu’au ${FORMAT}). ` +
        'Restaurez-le avec cette version-là.',
    );
  return manifestSchema.parse(read);
}

/** @throws ArchiveError naming the first upload that differs from the list, or that is missing in either */
function compareHashes(found: ReadonlyMap<string, Hash>, list: string, file: string): void {
  const digests = new Map([...found].map(([name, hash]) => [name, hash.digest('hex')]));
  for (const [, digest, name = ''] of list.matchAll(/^([0-9a-f]{64}) {2}(.+)$/gm)) {
    if (digests.get(name) !== digest) throw damagedError(`${file} est altéré : fichier joint ${name}.`);
    digests.delete(name);
  }
  for (const name of digests.keys()) throw damagedError(`${file} est altéré : fichier joint ${name}.`);
}

/** Reads only the manifest, from the head of the file. */
export async function readManifest(file: string, open = plainly): Promise<Manifest> {
  const source = open(file);
  const extract = tar.extract();
  const pipe = pipeline(source, createGunzip(), extract);
  pipe.catch(() => {}); // the loop below hears of it
  try {
    for await (const entry of extract) {
      if (entry.header.name !== 'octroi.json') break;
      return parseManifest(await json(entry as AsyncIterable<Buffer>), file);
    }
  } catch (error) {
    throw asArchiveError(file, error);
  } finally {
    source.destroy();
  }
  throw new ArchiveError(`${file} n’est pas une sauvegarde d’Octroi.`);
}

function asArchiveError(file: string, error: unknown): unknown {
  const { code = '' } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new ArchiveError(`Le fichier ${file} n’existe pas.`);
  const ofTheFile = code.startsWith('Z_') || error instanceof z.ZodError || error instanceof SyntaxError;
  const ofTheTar = /^(Unexpected end|Invalid tar header)/.test((error as Error).message);
  if (!ofTheFile && !ofTheTar) return error;
  return damagedError(`${file} n’est pas une sauvegarde d’Octroi, ou elle est incomplète ou altérée.`);
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncIterable<Buffer> {
  for await (const chunk of content) {
    hash.update(chunk);
    yield chunk;
  }
}

async function drain(_name: string, content: AsyncIterable<Buffer>): Promise<void> {
  for await (const _chunk of content);
}

async function text(content: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of content) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const json = async (content: AsyncIterable<Buffer>): Promise<unknown> => JSON.parse(await text(content));
