/** What changes for the lines of a base when its unit changes. */
import { filterParams, type FilterRow } from '@octroi/contract/platform/listing/filter';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { call } from '#src/platform/call.ts';
import type { Question } from '#src/ui/dialog/confirm.tsx';
import type { ResourceScreens } from '#src/ui/resource/index.ts';

/** Resources with a unit, and the column of their id in the list of lines. */
export const BASES = { type_equipements: 'teq.id', nature_activites: 'na.id' } as const;
export type BasePath = keyof typeof BASES;

/** The open lines of a base, as filter rows of the list of taxable bases. */
export const linesOf = (path: BasePath, id: number): FilterRow[] => [
  { column: 'enrollement.closedAt', operator: 'is null' },
  { column: BASES[path], operator: 'eq', x: String(id) },
];

/** The number of rows of the list of taxable bases; undefined if the person may not see it. */
export const countLines = async (rows: FilterRow[]): Promise<number | undefined> =>
  call('GET /enrollements', { query: { nombre: 'seul', ...filterParams(rows) } }).then(
    ({ meta }) => meta.total_records,
    () => undefined,
  );

interface Change {
  nom: string;
  avant: string;
  apres: string;
  /** Open lines of the base; undefined if unknown. */
  lignes: number | undefined;
}

/** The question about a given or changed unit; none if it stays, is removed (the server decides), or concerns no line. */
export function uniteQuestion({ nom, avant, apres, lignes }: Change): Question | undefined {
  if (apres === '' || avant === apres || lignes === 0) return undefined;
  const several =
    lignes === undefined
      ? 'Les lignes de cette base'
      : lignes === 1
        ? 'La ligne de cette base'
        : `Les ${formatNumber(lignes)} lignes de cette base`;
  const one = lignes === 1;
  if (avant === '')
    return {
      title: `Compter « ${nom} » en ${apres} ?`,
      message: `${several} ${one ? 'sera' : 'seront'} sans quantité tant que personne ne l’aura entrée : un tarif par ${apres} ne ${
        one ? 'la' : 'les'
      } facturera pas. Les autres tarifs ne changent pas.`,
      confirm: `Compter en ${apres}`,
    };
  return {
    title: `Remplacer ${avant} par ${apres} ?`,
    message: `${several} ${one ? 'garde sa quantité' : 'gardent leur quantité'}, sans conversion : 3 ${avant} deviendront 3 ${apres}. Ce qui est dû ne change pas.`,
    confirm: `Remplacer par ${apres}`,
  };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

/** Asks before the unit of a base with open lines changes. */
export const askUnite =
  (path: BasePath): NonNullable<ResourceScreens['question']> =>
  async ({ id }, before, after) => {
    const [avant, apres] = [textOf(before['unite']), textOf(after['unite'])];
    const change = { nom: textOf(after['nom']), avant, apres };
    if (uniteQuestion({ ...change, lignes: undefined }) === undefined) return undefined;
    return uniteQuestion({ ...change, lignes: await countLines(linesOf(path, id)) });
  };
