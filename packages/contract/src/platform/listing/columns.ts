/** The columns of a list, declared once for screen, paper, files, filters and orders. Pure, without schemas. */
import type { FieldType, FilterField } from './filter.ts';

type Text = string | null | undefined;
type Figure = number | null | undefined;

/** The value of a column, by how it is displayed. */
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

/** Layout of a column on screen. */
export interface ColumnLook {
  /** Minimum width in pixels; each kind has a default. */
  width?: number;
  /** Share of the remaining width; by default 1 for texts, 0 for figures and dates. */
  grow?: number;
  /** Shown only if rows of several collectivités may be visible. */
  across?: boolean;
  /** Hidden on screen until the person chooses it, and left out of papers; spreadsheets have it. */
  optional?: boolean;
  /** A number that identifies the row: like the name, the statut and the amounts, it is always visible in full. */
  essential?: boolean;
  /**
   * The column that names the row: it stays visible while scrolling, and is the title of the card on a phone. By
   * default the first link or text.
   */
  primary?: boolean;
  /** On a narrow screen, where rows do not fit: its cells stand under those of this column. */
  under?: string;
  /** Needed to decide on a row: on a narrow screen it is seen without scrolling, as essential columns are. */
  decides?: boolean;
}

/** A column of a list, typed by its rows. */
export type TableColumn<Row, Id extends string = string> = TableCell<Row> &
  ColumnLook & {
    id: Id;
    header: string;
    /** Column of the filter grammar that orders the list (`teq.nom`); absent: not sortable. */
    sort?: string;
  };

/** A column in filters and orders: its filter field, and what differs from the displayed column. */
interface ColumnFilter extends Partial<FilterField> {
  field: string;
  /** `false`: not sortable. */
  sorts?: boolean;
}

/** The declaration of a column; the default kind is text. */
export type StatedColumn<Row> = (TableCell<Row> | { kind?: undefined; value: (row: Row) => Text }) &
  ColumnLook & {
    header: string;
    /** Absent: display only. */
    filter?: ColumnFilter;
    /** Share of a sheet's width; each kind has a default. */
    paper?: number;
  };

/** The columns of a list by id, and its filter fields. */
export interface StatedList<Row, Id extends string = string, Field extends string = string> {
  columns: Readonly<Record<Id, StatedColumn<Row>>>;
  fields: Readonly<Record<Field, FilterField>>;
}

type FieldOf<Column> = Column extends { filter: { field: infer Field extends string } } ? Field : never;
type FieldsOf<Shown> = { [Id in keyof Shown]: FieldOf<Shown[Id]> }[keyof Shown];

/** The filter type of each kind of column, unless the column has its own. */
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
 * Declares a list: `stateList<Row>()(columns, others)`.
 * @param columns the displayable columns by id
 * @param others filter fields without a column, by their name in the filter grammar
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

/** The properties that a view may override. */
type Otherwise = ColumnLook & { header?: string; sorts?: boolean };

/** Some columns of a list, in display order. */
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

/** A view with the columns that one decides by: on a narrow screen they are seen without scrolling. */
export const deciding = <Row, Id extends string>(
  columns: readonly TableColumn<Row, Id>[],
  ids: readonly NoInfer<Id>[],
): TableColumn<Row, Id>[] =>
  columns.map((column) => (ids.includes(column.id) ? { ...column, decides: true } : column));

/** All columns of a list, in declaration order. */
export const allColumns = <Row, Id extends string>(list: StatedList<Row, Id>): TableColumn<Row, Id>[] =>
  viewOf(list, Object.keys(list.columns) as Id[]);

/**
 * The columns of a list on a sheet, with their shares of its width.
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

/** Default shares: with fifteen columns on A3, days, hours and millions stay on one line. */
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
 * Whether rows of several collectivités may be visible.
 * @param seen number of collectivités in the person's scope
 * @param kept number of collectivités and sub-entities that the list is filtered to; 0: no filter
 */
export const isOfSeveral = (
  seen: number,
  { entites, places }: { entites: number; places: number },
): boolean => seen > 1 && entites !== 1 && places !== 1;

export const visibleColumns = <Column extends { across?: boolean }>(
  columns: readonly Column[],
  several: boolean,
): readonly Column[] => (several ? columns : columns.filter(({ across }) => !across));

export const idsOf = <Id extends string>(columns: readonly { id: Id }[]): Id[] => columns.map(({ id }) => id);

/** The columns that a paper, or a screen without choices of its own, shows. */
export const usualColumns = <Column extends { optional?: boolean }>(
  columns: readonly Column[],
): readonly Column[] => columns.filter(({ optional }) => !optional);

/** Ids of the columns with totals. */
export const summed = (columns: readonly { id: string; kind: string }[]): string[] =>
  columns.flatMap(({ id, kind }) => (kind === 'amount' ? [id] : []));

/** A flag as a statut (specification 1 section 1). */
export const flagText = (enabled: boolean): string => (enabled ? 'Active' : 'inactive');

/** The collectivité that a row is of. */
export const COLLECTIVITE = {
  header: 'Collectivité',
  value: (row: { ramification: { entite: { nom: string } } }) => row.ramification.entite.nom,
  across: true,
  width: 150,
  paper: 14,
} as const satisfies StatedColumn<never>;

/** A place by its nearest levels, `Plateau › Zone 1 › Secteur B`; fewer if the list is filtered to a place. */
export const placeText = ({ chemin }: { chemin: readonly string[] }): string =>
  chemin.slice(-LEVELS_SHOWN).join(' › ');

/** A quartier with its zone and secteur; the quartier identifies the département. */
const LEVELS_SHOWN = 3;

export const LOCALISATION = {
  header: 'Localisation',
  value: (row: { ramification: { chemin: readonly string[] } }) => placeText(row.ramification),
  filter: { field: 'ram.nom', label: 'Nom de la localisation' },
  width: 200,
  paper: 18,
} as const satisfies StatedColumn<never>;

/** The agent who entered the row. */
export const AGENT = {
  header: 'Agent',
  value: (row: { createdBy: { username: string } }) => row.createdBy.username,
  filter: { field: 'user.username', label: 'Agent (pseudo)' },
  width: 140,
  paper: 12,
  under: 'agentNom',
} as const satisfies StatedColumn<never>;
export const AGENT_NOM = {
  header: "Nom de l'agent",
  value: (row: { createdBy: { fullName: string } }) => row.createdBy.fullName,
  width: 170,
  paper: 14,
} as const satisfies StatedColumn<never>;
