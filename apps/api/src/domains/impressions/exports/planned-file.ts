/** A planned file, before its content is read: the interface of every kind of file for `delivery`. */
import type { Readable } from 'node:stream';
import type { AvisDemandes, ReleveImpayeBody } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { ExportRequest } from '#src/platform/export/request.ts';
import type { Reading } from '#src/platform/export/rows.repository.ts';
import type { JournalEntry } from '#src/platform/journal/journal.repository.ts';
import type { PrintRequest } from '../documents/paper.ts';

export interface PlannedFile {
  /** Title shown to the person. */
  titre: string;
  /** File name with its extension. */
  name: string;
  /** Counts its rows or sheets, but at most `most`. */
  count: (most: number) => Promise<number>;
  /** Threshold above which it is written by a background job. */
  direct: 'lignes' | 'releves';
  /** Opens the content as a stream, read on demand; its rows are closed with it. */
  open: (reading: Reading) => Promise<Readable>;
  /** The collectivités whose data it contains: each gets an entry in its journal. */
  entites: () => Promise<number[]>;
  /** The journal entry of the export. */
  acte: Pick<JournalEntry, 'domaine' | 'ressource' | 'apres'>;
}

/** Requests by kind of file. They are stored until the file is written, so they hold nothing that expires. */
interface FileRequests {
  liste: ExportRequest;
  document: PrintRequest;
  releves: ReleveImpayeBody;
  avis: AvisDemandes;
}
type FileKind = keyof FileRequests;

/** Plans a file of each kind, with the person's present rights and scope. */
export type FileKinds = {
  [Kind in FileKind]: (person: Person, request: FileRequests[Kind]) => Promise<PlannedFile>;
};

/** A request with its kind. */
export type FileRequest = { [Kind in FileKind]: { sorte: Kind; demande: FileRequests[Kind] } }[FileKind];

export const planOf = (
  kinds: FileKinds,
  person: Person,
  { sorte, demande }: FileRequest,
): Promise<PlannedFile> =>
  (kinds[sorte] as (person: Person, request: unknown) => Promise<PlannedFile>)(person, demande);
