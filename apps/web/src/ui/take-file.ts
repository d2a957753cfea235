/** Takes a file of the server along: at once, or as one that is made apart and waits in « Mes exports ». */
import type { Export, ExportBody } from '@octroi/contract/exports';
import type { DocumentId } from '@octroi/contract/impressions/documents';
import type { DocumentBody } from '@octroi/contract/impressions/requests';
import { askFile } from '#src/platform/api.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { saveFile } from './save-file.ts';

/** @param path of the call that makes it, below `/v2` */
export async function takeFile(path: string, body: unknown): Promise<void> {
  const made = await askFile<Export>(path, body);
  if ('content' in made) saveFile(made);
  else toastSuccess('L’export est en préparation', 'Le fichier vous attendra dans « Mes exports ».');
}

/** Rows of a list or a report, as one of the documents that are declared: on paper, or in the format asked for. */
export const printDocument = (document: DocumentId, rows: DocumentBody): Promise<void> =>
  takeFile(`impressions/${document}`, rows);

export const exportList = (body: ExportBody): Promise<void> => takeFile('exports', body);
