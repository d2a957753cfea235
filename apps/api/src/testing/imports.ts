/** Imports of taxpayers through the API, for tests: sends a file, checks or imports it, reads the fate of its rows. */
import type {
  Import,
  ImportPatch,
  ImportReport,
  LigneImport,
  Problem,
  SortLigne,
  Travail,
} from '@octroi/contract';
import { expect } from 'vitest';
import type { Caller } from './app.ts';
import { sentFile } from './files/photos.ts';

export const csvOf = (heads: readonly string[], rows: readonly (readonly string[])[]): string =>
  [heads, ...rows].map((row) => row.map((text) => `"${text.replaceAll('"', '""')}"`).join(';')).join('\r\n');

export function importDesk(by: Caller) {
  const address = (id: string) => `/v2/contribuables/imports/${id}`;
  const lignes = async (id: string, sort?: SortLigne): Promise<LigneImport[]> => {
    const all: LigneImport[] = [];
    for (let page = 1; ; page += 1) {
      const query = `?itemperpage=500&page=${page}${sort ? `&sort=${encodeURIComponent(sort)}` : ''}`;
      const { status, body } = await by.get<{ data: LigneImport[] }>(`${address(id)}/lignes${query}`);
      expect(status, JSON.stringify(body)).toBe(200);
      all.push(...body.data);
      if (body.data.length < 500) return all;
    }
  };
  return {
    lignes,
    async send(content: Buffer | string, name = 'registre.csv'): Promise<Import> {
      const { body, headers } = sentFile(content, {
        name,
        type: 'text/csv',
        part: 'fichier',
        fields: { entite: '1' },
      });
      const reply = await by.send<Import>('POST', '/v2/contribuables/imports', body, headers);
      expect(reply.status, JSON.stringify(reply.body)).toBe(201);
      return reply.body;
    },
    async run(
      { id, correspondance }: Pick<Import, 'id' | 'correspondance'>,
      essai: boolean,
    ): Promise<ImportReport> {
      const { status, body } = await by.send<Travail>('POST', `${address(id)}/travail`, {
        correspondance,
        essai,
      });
      expect([status, body.statut, body.message]).toEqual([202, 'terminé', null]);
      return body.rapport as ImportReport;
    },
    decide: (id: string, body: ImportPatch) => by.send<Import & Problem>('PATCH', address(id), body),
    /** The fate of each row, by its number. */
    fates: async (id: string): Promise<Record<number, SortLigne>> =>
      Object.fromEntries((await lignes(id)).map(({ rang, sort }) => [rang, sort])),
    csv: async (id: string): Promise<string> => (await by.get<string>(`${address(id)}/lignes.csv`)).body,
  };
}
