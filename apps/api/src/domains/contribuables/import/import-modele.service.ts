/** The template of a file of taxpayers: the heads that are read, and a sheet that explains them. */
import { Readable } from 'node:stream';
import { type ColonneModele, colonnesModele, type TableColumn } from '@octroi/contract';
import { demand, demandUtilisateur, type Person } from '#src/platform/access/person.ts';
import { localDay } from '#src/platform/export/local-time.ts';
import { xlsxStream } from '#src/platform/export/xlsx.ts';

const EXPLICATIONS: TableColumn<ColonneModele>[] = [
  { id: 'nom', header: 'Colonne', kind: 'text', value: ({ nom }) => nom },
  {
    id: 'required',
    header: 'Obligatoire',
    kind: 'text',
    value: ({ required }) => (required ? 'Oui' : 'Non'),
  },
  { id: 'exemple', header: 'Exemple', kind: 'text', value: ({ exemple }) => exemple },
  { id: 'aide', header: 'Explication', kind: 'text', value: ({ aide }) => aide },
];

/** A file to fill, for whoever may import one. */
export function importModele(person: Person, timeZone: string): Readable {
  demandUtilisateur(person);
  demand(person, 'contribuables', 'Créer');
  const annee = localDay(new Date().toISOString(), timeZone).slice(-4);
  const colonnes = colonnesModele(Number(annee));
  const heads = colonnes.map(({ nom }): TableColumn<never> => ({
    id: nom,
    header: nom,
    kind: 'text',
    value: () => null,
  }));
  return xlsxStream(
    Readable.from([]),
    { title: 'Contribuables', columns: heads, timeZone },
    { batches: Readable.from([colonnes]), sheet: { title: 'Explications', columns: EXPLICATIONS, timeZone } },
  );
}
