/**
 * The columns of a list, each said once for the screen, for paper, for files, for filters and for orders. Pure, and
 * without schemas.
 */
import type { FieldType, FilterField } from './filter.ts';

type Text = string | null | undefined;
type Figure = number | null | undefined;

/** What a column holds, by how it reads. */
export type TableCell<Row> =
  | { kind: 'text'; value: (row: Row) => Text }
  /** Whole francs, summed wherever a list ends. */
  | { kind: 'amount'; value: (row: Row) => Figure }
  | { kind: 'number'; value: (row: Row) => Figure }
  /** Day of an instant or of a calendar day, DD/MM/YYYY; a text that is none stands as it is. */
  | { kind: 'day'; value: (row: Row) => Text }
  /** Hour of an instant, HH:mm:ss. */
  | { kind: 'time'; value: (row: Row) => Text }
  | { kind: 'instant'; value: (row: Row) => Text }
  /** A word, or a flag shown as Active or inactive. */
  | { kind: 'status'; value: (row: Row) => string | boolean };
type ColumnKind = TableCell<never>['kind'];

/** How a column stands in a table on screen. */
export interface ColumnLook {
  /** Least width in pixels; each kind has its own. */
  width?: number;
  /** Share of the room that is left over; texts take 1, figures and dates 0. */
  grow?: number;
  /** Told only where rows of several collectivités are in sight. */
  across?: boolean;
  /** A number that tells one row from all others: with the name, the statut and the amounts it is always shown, in sight and whole. */
  essential?: boolean;
  /** The column that names the row: it stays in sight, and heads the card on a phone. By default the first link or text. */
  primary?: boolean;
}

/** A column of a list, typed by its rows. */
export type TableColumn<Row, Id extends string = string> = TableCell<Row> &
  ColumnLook & {
    id: Id;
    header: string;
    /** Column of the filter grammar that orders the list (`teq.nom`); absent: cannot be ordered by it. */
    sort?: string;
  };

/** A column in filters and orders: its field of the filter grammar, and what differs from the column itself. */
interface ColumnFilter extends Partial<FilterField> {
  field: string;
  /** `false` where the list is not ordered by it. */
  sorts?: boolean;
}

/** The declaration of a column; one without a kind is of text. */
export type StatedColumn<Row> = (TableCell<Row> | { kind?: undefined; value: (row: Row) => Text }) &
  ColumnLook & {
    header: string;
    /** Absent: it is only shown. */
    filter?: ColumnFilter;
    /** Its share of a sheet's width; each kind has its own. */
    paper?: number;
  };

/** The columns of a list by id, and what it is filtered and ordered by. */
export interface StatedList<Row, Id extends string = string, Field extends string = string> {
  columns: Readonly<Record<Id, StatedColumn<Row>>>;
  fields: Readonly<Record<Field, FilterField>>;
}

type FieldOf<Column> = Column extends { filter: { field: infer Field extends string } } ? Field : never;
type FieldsOf<Shown> = { [Id in keyof Shown]: FieldOf<Shown[Id]> }[keyof Shown];

/** What values of a kind are filtered as, where the column does not say otherwise. */
const FILTERED_AS: Record<ColumnKind, FieldType> = {
  text: 'text',
  amount: 'amount',
  number: 'integer',
  day: 'instant',
  time: 'instant',
  instant: 'instant',
  status: 'choice',
};

/**
 * States a list: `stateList<Row>()(columns, others)`.
 * @param columns what it may show, by id
 * @param others fields that it is filtered by and never shows, by their name in the filter grammar
 */
export const stateList =
  <Row>() =>
  <
    const Shown extends Readonly<Record<string, StatedColumn<Row>>>,
    const Others extends Readonly<Record<string, FilterField>>,
  >(
    columns: Shown,
    others: Others,
  ): StatedList<Row, keyof Shown & string, (FieldsOf<Shown> | keyof Others) & string> => {
    const fields = Object.values(columns).flatMap(
      ({ header, kind = 'text', filter }): [string, FilterField][] => {
        if (!filter) return [];
        const { field, sorts: _sorts, ...rest } = filter;
        return [[field, { type: FILTERED_AS[kind], label: header, ...rest }]];
      },
    );
    return { columns, fields: { ...Object.fromEntries(fields), ...others } };
  };

/** What a view of a list changes of its columns. */
type Otherwise = ColumnLook & { header?: string; sorts?: boolean };

/** Some columns of a list, in the order in which a table shows them. */
export const viewOf = <Row, Id extends string, Chosen extends Id>(
  { columns }: StatedList<Row, Id>,
  ids: readonly Chosen[],
  otherwise?: Readonly<{ [Id in NoInfer<Chosen>]?: Otherwise }>,
): TableColumn<Row, Chosen>[] =>
  ids.map((id) => {
    const stated: StatedColumn<Row> = columns[id];
    const { filter, paper: _paper, ...column } = stated;
    const { sorts = filter?.sorts ?? true, ...differing }: Otherwise = otherwise?.[id] ?? {};
    const cell = { kind: 'text', ...column } as TableCell<Row> & ColumnLook & { header: string };
    return { id, ...cell, ...differing, ...(filter && sorts ? { sort: filter.field } : {}) };
  });

/** All columns of a list, in the order of its statement. */
export const wholeView = <Row, Id extends string>(list: StatedList<Row, Id>): TableColumn<Row, Id>[] =>
  viewOf(list, Object.keys(list.columns) as Id[]);

/**
 * The columns of a list that a sheet shows, with their shares of its width.
 * @param widths shares that differ on this sheet
 */
export const sheetOf = <Row, Id extends string, Chosen extends Id>(
  { columns }: StatedList<Row, Id>,
  ids: readonly Chosen[],
  widths?: Readonly<{ [Id in NoInfer<Chosen>]?: number }>,
): Readonly<Record<string, number>> =>
  Object.fromEntries(
    ids.map((id) => {
      const stated: StatedColumn<Row> = columns[id];
      return [id, widths?.[id] ?? stated.paper ?? PAPER[stated.kind ?? 'text']];
    }),
  );

/** Shares of fifteen columns on A3 that break no day, no hour and no million. */
export const PAPER: Readonly<Record<ColumnKind, number>> = {
  text: 16,
  amount: 13,
  number: 9,
  day: 13,
  time: 10,
  instant: 21,
  status: 17,
};

/**
 * Whether rows of several collectivités may be in sight.
 * @param seen collectivités that the person sees
 * @param kept how many collectivités and how many sub-entities the list is kept to; 0: to none
 */
export const isOfSeveral = (
  seen: number,
  { entites, places }: { entites: number; places: number },
): boolean => seen > 1 && entites !== 1 && places !== 1;

/** The columns that tell something there. */
export const inSight = <Column extends { across?: boolean }>(
  columns: readonly Column[],
  several: boolean,
): readonly Column[] => (several ? columns : columns.filter(({ across }) => !across));

export const idsOf = <Id extends string>(columns: readonly { id: Id }[]): Id[] => columns.map(({ id }) => id);

/** Ids of the columns whose sums end a list. */
export const summed = (columns: readonly { id: string; kind: string }[]): string[] =>
  columns.flatMap(({ id, kind }) => (kind === 'amount' ? [id] : []));

/** How a flag reads as a statut (specification 1 section 1). */
export const flagText = (enabled: boolean): string => (enabled ? 'Active' : 'inactive');

/** The collectivité that a row is of. */
export const COLLECTIVITE = {
  header: 'Collectivité',
  value: (row: { ramification: { entite: { nom: string } } }) => row.ramification.entite.nom,
  across: true,
  width: 150,
  paper: 14,
} as const satisfies StatedColumn<never>;

/**
 * Where somebody or something stands: the levels that lie nearest, `Plateau › Zone 1 › Secteur B`, less of
 * them in a list that is kept to a place.
 */
export const placeText = ({ chemin }: { chemin: readonly string[] }): string =>
  chemin.slice(-LEVELS_SHOWN).join(' › ');

/** A quartier with its zone and its secteur; the département above is known by its quartiers. */
const LEVELS_SHOWN = 3;

export const LOCALISATION = {
  header: 'Localisation',
  value: (row: { ramification: { chemin: readonly string[] } }) => placeText(row.ramification),
  filter: { field: 'ram.nom', label: 'Nom de la localisation' },
  width: 200,
  paper: 18,
} as const satisfies StatedColumn<never>;

/** Who entered a row. */
export const AGENT = {
  header: 'Agent',
  value: (row: { createdBy: { username: string } }) => row.createdBy.username,
  filter: { field: 'user.username', label: 'Agent (pseudo)' },
  width: 140,
  paper: 12,
} as const satisfies StatedColumn<never>;
export const AGENT_NOM = {
  header: "Nom de l'agent",
  value: (row: { createdBy: { fullName: string } }) => row.createdBy.fullName,
  width: 170,
  paper: 14,
} as const satisfies StatedColumn<never>;
