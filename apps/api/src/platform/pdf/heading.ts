/** The heading of a list, on paper and in workbooks. */
import { formatInstant } from '@octroi/contract/platform/values/period';

export interface Heading {
  title: string;
  /** Publisher: the collectivité, or a text for all of them. */
  collectivite: string;
  /** The chosen place, from the collectivité down. */
  chain: readonly string[];
  /** Period, filters and order, one per line. */
  details: readonly string[];
  /** Notice of rows left out by a limit. */
  warning?: string;
  /** Time and author of the edition. */
  edited: string;
  author: string;
}

/** Time and author of a file made now. */
export function editedBy(
  { prenom, nom }: { prenom: string; nom: string },
  timeZone: string,
): Pick<Heading, 'edited' | 'author'> {
  const { jour, heure } = formatInstant(new Date().toISOString(), timeZone);
  return { edited: `${jour} à ${heure}`, author: `${prenom} ${nom}`.trim() };
}

export const editedText = ({ edited, author }: Pick<Heading, 'edited' | 'author'>): string =>
  `Édité le ${edited} par ${author}`;

export const placeOfHeading = ({ chain, collectivite }: Pick<Heading, 'chain' | 'collectivite'>): string =>
  chain.length > 0 ? chain.join(' > ') : collectivite;
