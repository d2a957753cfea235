/** What stands above the rows of a list, on paper and in a workbook. */
import { formatInstant } from '@octroi/contract/platform/values/period';

export interface Heading {
  title: string;
  /** Who publishes it: the collectivité, or what stands for all of them. */
  collectivite: string;
  /** The place that was chosen, from the collectivité down. */
  chain: readonly string[];
  /** Period, filters and order, a line each. */
  details: readonly string[];
  /** What is not in it, where a limit cuts. */
  warning?: string;
  /** When, by whom. */
  edited: string;
  author: string;
}

/** A file that somebody makes now. */
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
