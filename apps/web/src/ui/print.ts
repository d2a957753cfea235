/** Documents of the server, handed to the browser's downloads. */
import type { DocumentId } from '@octroi/contract/impressions/documents';
import type { DocumentBody } from '@octroi/contract/impressions/requests';
import { askFile, type NamedFile } from '#src/app/api.ts';
import { saveFile } from './save-file.ts';

/** Prints the rows that a list or a report shows. */
export async function printDocument(document: DocumentId, rows: DocumentBody): Promise<void> {
  saveFile(await askFile<NamedFile>(`impressions/${document}`, rows));
}
