/** The three ways in which lines say where a place lies. */
import { headWords } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import type { TableRow } from '#src/platform/import/table.ts';
import type { Growing, Niveau, Place } from './plan-tree.ts';

/** Heads and properties under which files hold it, as their words. */
const HEADS = {
  nom: ['nom', 'name', 'libelle', 'toponyme', 'lieu', 'sous entite'],
  parent: ['parent', 'nom parent', 'code parent', 'sous entite parente', 'rattachement', 'dans'],
  type: ['type', 'niveau', 'level'],
  code: ['code'],
} as const;

const columnOf = (heads: readonly string[], names: readonly string[]): number =>
  heads.findIndex((head) => names.includes(headWords(head)));

/** A level by its name, in the singular or the plural. */
const levelNamed = (types: readonly Niveau[], text: string): Niveau | undefined => {
  const wanted = folded(text);
  return types.find(({ nom }) => [folded(nom), `${folded(nom)}s`].includes(wanted));
};

export function readLines(growing: Growing, heads: readonly string[], rows: readonly TableRow[]): void {
  if (heads.length === 0) return readList(growing, rows);
  const column = (name: keyof typeof HEADS) => columnOf(heads, HEADS[name]);
  const columns = {
    nom: column('nom'),
    parent: column('parent'),
    type: column('type'),
    code: column('code'),
  };
  const levels = heads
    .flatMap((head, at) => {
      const niveau = levelNamed(growing.known.types, head);
      return niveau ? [{ niveau, at }] : [];
    })
    .toSorted((a, b) => a.niveau.niveau - b.niveau.niveau);
  if (columns.nom >= 0 && columns.parent >= 0) return readParents(growing, rows, columns);
  if (levels.length > 0 || columns.nom >= 0) return readLevels(growing, rows, levels, columns);
  const types = growing.known.types.map(({ nom }) => nom).join(', ');
  growing.fault(
    1,
    `aucune colonne n’est reconnue : la première ligne nomme les niveaux (${types}), ou « Nom », « Parent », « Type » et « Code »`,
  );
}

/** What is further to the right lies beneath. */
function readList(growing: Growing, rows: readonly TableRow[]): void {
  const [first] = rows;
  // a column of its own, with its head
  const head = first && levelNamed(growing.known.types, first.valeurs[0] ?? '');
  const lines = head || (first && columnOf(first.valeurs, HEADS.nom) === 0) ? rows.slice(1) : rows;
  if (head) growing.use([head]);
  const least = Math.min(...lines.map(({ retrait = 0 }) => retrait));
  const steps = lines.map(({ retrait = 0 }) => retrait - least).filter((step) => step > 0);
  const step = steps.length > 0 ? Math.min(...steps) : 1;
  const above: (Place | undefined)[] = [];
  for (const { rang, valeurs, retrait = 0 } of lines) {
    const nom = valeurs[0] ?? '';
    const depth = (retrait - least) / step;
    if (!Number.isInteger(depth)) {
      growing.fault(rang, `le retrait de « ${nom} » n’est celui d’aucun niveau`);
      continue;
    }
    if (depth > above.length) {
      growing.fault(rang, `« ${nom} » saute un niveau : rien n’est au-dessus de lui, un cran à gauche`);
      continue;
    }
    const parent = depth === 0 ? null : above[depth - 1];
    above.length = depth;
    // what lies beneath a line at fault is told with that line
    above.push(parent === undefined ? undefined : growing.place({ rang, nom, parent, type: head }, true));
  }
}

interface Level {
  niveau: Niveau;
  at: number;
}
type Columns = Record<keyof typeof HEADS, number>;

/** What a line says in a column: its own, or what a merged cell shows there. */
const cell = ({ valeurs, fusions }: TableRow, at: number): string => valeurs[at] || (fusions?.[at] ?? '');

/** A column a level; cells on the left that are empty are those of the line above. */
function readLevels(
  growing: Growing,
  rows: readonly TableRow[],
  levels: readonly Level[],
  columns: Columns,
): void {
  if (levels.length > 0) growing.use(levels.map(({ niveau }) => niveau));
  let last: string[] = [];
  for (const row of rows) {
    const { rang } = row;
    const nom = columns.nom < 0 ? '' : cell(row, columns.nom);
    const cells = levels.map(({ at }) => cell(row, at));
    const left = cells.findIndex(Boolean);
    // a map has no order: its features say each by themselves what they lie in
    const chain = left > 0 && !row.forme ? [...last.slice(0, left), ...cells.slice(left)] : cells;
    const depth = chain.findLastIndex(Boolean) + 1;
    last = chain.slice(0, depth);
    const gap = last.indexOf('');
    const owner = nom || last.at(-1);
    if (!owner) continue;
    if (gap >= 0) {
      growing.fault(rang, `« ${owner} » : le niveau ${levels[gap]?.niveau.nom} est sauté`);
      continue;
    }
    const names = [
      ...last.map((text, at) => ({ nom: text, type: levels[at]?.niveau })),
      ...own(growing, row, nom, columns),
    ];
    growInto(growing, row, names, columns);
  }
}

/** The place that a column of names gives, beneath the levels of its line. */
function own(growing: Growing, row: TableRow, nom: string, columns: Columns) {
  if (!nom) return [];
  const type = columns.type < 0 ? '' : cell(row, columns.type);
  return [{ nom, type: type ? levelNamed(growing.known.types, type) : undefined }];
}

function growInto(
  growing: Growing,
  row: TableRow,
  names: readonly { nom: string; type: Niveau | undefined }[],
  columns: Columns,
): void {
  const { rang } = row;
  let parent: Place | null = null;
  for (const [at, { nom, type }] of names.entries()) {
    const isOwn = at === names.length - 1;
    const code = isOwn && columns.code >= 0 ? cell(row, columns.code) : '';
    const place: Place | undefined = growing.place({ rang, nom, parent, type, code }, isOwn);
    if (!place) return;
    if (isOwn) growing.outline(place, row);
    parent = place;
  }
}

const key = (row: TableRow, at: number): string => folded(cell(row, at));

/** Each line names its parent, which may stand anywhere in the file, or already. */
function readParents(growing: Growing, rows: readonly TableRow[], columns: Columns): void {
  const named = rows.filter((row) => cell(row, columns.nom));
  const waiting = new Set(named);
  const times = new Map<string, number>();
  // a line that names the same place again makes its name no less clear
  const distinct = new Map(named.map((row) => [`${key(row, columns.nom)} ${key(row, columns.parent)}`, row]));
  for (const row of distinct.values())
    for (const at of [columns.nom, columns.code])
      if (at >= 0 && cell(row, at)) times.set(key(row, at), (times.get(key(row, at)) ?? 0) + 1);
  /** Whether the line is done with: written down, or at fault. */
  const grow = (row: TableRow): boolean => {
    const { rang } = row;
    const nom = cell(row, columns.nom);
    const text = cell(row, columns.parent);
    const typed = columns.type < 0 ? '' : cell(row, columns.type);
    const type = typed ? levelNamed(growing.known.types, typed) : undefined;
    if (typed && !type) {
      growing.fault(rang, `« ${nom} » : le type « ${typed} » n’existe pas`);
      return true;
    }
    const code = columns.code >= 0 ? cell(row, columns.code) : '';
    const named = text ? growing.named(text) : [];
    const above = growing.standing(code, nom)?.parent;
    const found = above && named.includes(above) ? [above] : named;
    const [parent = null] = found;
    if (text && !parent) return false;
    // one that comes further down counts as much as those that are known by now
    const isCode = parent?.code != null && folded(parent.code) === folded(text);
    if (found.length > 1 || (!isCode && parent !== above && (times.get(folded(text)) ?? 0) > 1)) {
      growing.fault(
        rang,
        `« ${nom} » : plusieurs lieux s’appellent « ${text} » ; écrivez le code, ou « ${found[0]?.parent?.nom ?? '…'} > ${text} »`,
      );
      return true;
    }
    const place = growing.place({ rang, nom, parent, type, code }, true);
    if (place) growing.outline(place, row);
    return true;
  };
  for (let before = -1; before !== waiting.size;) {
    before = waiting.size;
    for (const row of waiting) if (grow(row)) waiting.delete(row);
  }
  for (const row of waiting) {
    const [nom, parent] = [cell(row, columns.nom), cell(row, columns.parent)];
    growing.fault(
      row.rang,
      times.has(folded(parent))
        ? `« ${nom} » : « ${parent} » est lui-même en faute, ou se trouve sous lui`
        : `« ${nom} » : le parent « ${parent} » n’existe ni dans ce fichier ni dans la collectivité`,
    );
  }
}
