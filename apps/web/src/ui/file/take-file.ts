/** Takes a file of the server along: at once, or as one that is made apart and waits in « Mes exports ». */
import type { Export, ExportBody } from '@octroi/contract/platform/jobs/exports';
import type { DocumentId } from '@octroi/contract/impressions/documents';
import type { DocumentBody, MiseEnPage } from '@octroi/contract/impressions/requests';
import type { NamedFile } from '#src/platform/api.ts';
import { callFile } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { saveFile } from './save-file.ts';

/** Saves what was made, or says where it will wait. */
export function saveMade(made: NamedFile | Export): void {
  if ('content' in made) saveFile(made);
  else toastSuccess('L’export est en préparation', 'Le fichier vous attendra dans « Mes exports ».');
}

/** Rows of a list or a report, as one of the documents that are declared: on paper, or in the format asked for. */
export const printDocument = async (
  document: DocumentId,
  body: DocumentBody,
  layout: MiseEnPage = {},
): Promise<void> =>
  saveMade(await callFile('POST /impressions/{document}', { params: { document }, query: layout, body }));

export const exportList = async (body: ExportBody): Promise<void> =>
  saveMade(await callFile('POST /exports', { body }));
