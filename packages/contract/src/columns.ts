/** The columns of a list, said once for the screen, for paper and for files. Pure, and without schemas. */

type Text = string | null | undefined;
type Figure = number | null | undefined;

/** What a column holds, by how it reads. */
export type TableCell<Row> =
  | { kind: 'text'; value: (row: Row) => Text }
  /** Whole francs. */
  | { kind: 'amount'; value: (row: Row) => Figure }
  | { kind: 'number'; value: (row: Row) => Figure }
  /** Day of an instant or of a calendar day, DD/MM/YYYY; a text that is none stands as it is. */
  | { kind: 'day'; value: (row: Row) => Text }
  /** Hour of an instant, HH:mm:ss. */
  | { kind: 'time'; value: (row: Row) => Text }
  | { kind: 'instant'; value: (row: Row) => Text }
  /** A word, or a flag shown as Active or inactive. */
  | { kind: 'status'; value: (row: Row) => string | boolean };

/** A column of a list, typed by its rows. */
export type TableColumn<Row> = TableCell<Row> & {
  id: string;
  header: string;
  /** Column of the filter grammar that orders the list (`teq.nom`); absent: cannot be ordered by it. */
  sort?: string;
};

/** How a flag reads as a statut (specification 1 section 1). */
export const flagText = (enabled: boolean): string => (enabled ? 'Active' : 'inactive');

/** Where somebody or something stands: `Zone 1 › Secteur B`. */
export const placeText = ({ parent, nom }: { parent: { nom: string } | null; nom: string }): string =>
  parent ? `${parent.nom} › ${nom}` : nom;
