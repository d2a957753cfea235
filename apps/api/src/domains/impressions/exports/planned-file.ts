/** A file before anything is read of it: what each kind of file brings to the one way in which files are handed out. */
import type { Readable } from 'node:stream';
import type { AvisDemandes, ReleveImpayeBody } from '@octroi/contract';
import type { Person } from '#src/platform/access/person.ts';
import type { ExportRequest } from '#src/platform/export/request.ts';
import type { Reading } from '#src/platform/export/rows.repository.ts';
import type { JournalEntry } from '#src/platform/journal/journal.repository.ts';
import type { PrintRequest } from '../documents/paper.ts';

export interface PlannedFile {
  /** What the person knows it by. */
  titre: string;
  /** File name, with its ending. */
  name: string;
  /** Rows or sheets of it, `most` at most: beyond, nobody needs to know. */
  count: (most: number) => Promise<number>;
  /** With more than that threshold says it is made apart. */
  direct: 'lignes' | 'releves';
  /** The file, no faster than it is read; its rows are closed when it is left. */
  open: (reading: Reading) => Promise<Readable>;
  /** The collectivités whose data it holds, each of which sees in its journal that it left. */
  entites: () => Promise<number[]>;
  /** What the journal says was taken along. */
  acte: Pick<JournalEntry, 'domaine' | 'ressource' | 'apres'>;
}

/** What is asked for, by kind of file: kept until the file is made, so without anything that expires. */
interface FileRequests {
  liste: ExportRequest;
  document: PrintRequest;
  releves: ReleveImpayeBody;
  avis: AvisDemandes;
}
type FileKind = keyof FileRequests;

/** How each kind is made, in the rights and scope that its person has now. */
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
