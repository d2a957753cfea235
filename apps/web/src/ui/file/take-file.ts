/** Downloads a file of the server: at once, or later from « Mes exports » if a job produces it. */
import type { Export, ExportBody } from '@octroi/contract/platform/jobs/exports';
import type { DocumentId } from '@octroi/contract/impressions/documents';
import type { DocumentBody, MiseEnPage } from '@octroi/contract/impressions/requests';
import type { NamedFile } from '#src/platform/api.ts';
import { callFile } from '#src/platform/call.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { saveFile } from './save-file.ts';

/** Saves the file, or says that it will be in « Mes exports ». */
export function saveResult(result: NamedFile | Export): void {
  if ('content' in result) saveFile(result);
  else toastSuccess('L’export est en préparation', 'Le fichier vous attendra dans « Mes exports ».');
}

/** Exports a list or report as a declared document: PDF by default. */
export const printDocument = async (
  document: DocumentId,
  body: DocumentBody,
  layout: MiseEnPage = {},
): Promise<void> =>
  saveResult(await callFile('POST /impressions/{document}', { params: { document }, query: layout, body }));

export const exportList = async (body: ExportBody): Promise<void> =>
  saveResult(await callFile('POST /exports', { body }));
