/** A correction made elsewhere from an older state of the record: a newer value of the office is not overwritten. */
import type { ContribuablePatch, Fiche } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import type { OpenTransaction } from '#src/platform/database/database.ts';
import { notFound } from '#src/platform/http/problem.ts';
import type { Edition } from './edition.ts';
import { edit } from './edition.service.ts';
import type { Enrolling } from './facturation.service.ts';
import { lockContribuable } from './saisie.repository.ts';

/** What is corrected together. */
const GROUPS = {
  nom: ['nom', 'prenom'],
  telephone: ['telephone'],
  position: ['latitude', 'longitude'],
} as const;
export type GroupeCorrige = keyof typeof GROUPS;

/** The record as it was shown to whoever corrects it. */
export interface Seen {
  version?: number | null | undefined;
  nomComplet?: string | null | undefined;
  telephone?: string | null | undefined;
  latitude?: number | null | undefined;
  longitude?: number | null | undefined;
}

/** A value that the office changed meanwhile, and the one that was not written. */
export interface Conflit {
  groupe: GroupeCorrige;
  bureau: string;
  terrain: string;
}

type Values = Partial<
  Pick<Fiche, 'raisonSociale' | 'nom' | 'prenom' | 'telephone' | 'latitude' | 'longitude'>
>;

const nameOf = ({ raisonSociale, nom, prenom }: Values): string =>
  raisonSociale || [nom, prenom].filter(Boolean).join(' ');
const coordinate = (value: number | null | undefined): string => (value ?? null)?.toFixed(5) ?? '';
const textOf: Record<GroupeCorrige, (values: Values) => string> = {
  nom: nameOf,
  telephone: ({ telephone }) => telephone ?? '',
  position: ({ latitude, longitude }) => [latitude, longitude].map(coordinate).filter(Boolean).join(' ; '),
};
const seenText: Record<GroupeCorrige, (seen: Seen) => string | undefined> = {
  nom: ({ nomComplet }) => nomComplet ?? undefined,
  telephone: ({ telephone }) => (telephone === undefined ? undefined : (telephone ?? '')),
  position: ({ latitude, longitude }) =>
    latitude === undefined ? undefined : textOf.position({ latitude, longitude: longitude ?? null }),
};
const isSame = (groupe: GroupeCorrige, a: string, b: string): boolean =>
  groupe === 'telephone' ? a.replaceAll(/\D/g, '') === b.replaceAll(/\D/g, '') : folded(a) === folded(b);

/** The values that changed since they were seen, and would be changed again to something else. */
export function conflictsOf(stored: Values & { version: number }, changes: Values, seen: Seen): Conflit[] {
  if (seen.version === stored.version) return [];
  return (Object.keys(GROUPS) as GroupeCorrige[]).flatMap((groupe) => {
    if (!GROUPS[groupe].some((name) => changes[name] !== undefined)) return [];
    const before = seenText[groupe](seen);
    const [bureau, terrain] = [stored, { ...stored, ...changes }].map(textOf[groupe]) as [string, string];
    const conflicts =
      before !== undefined && !isSame(groupe, bureau, before) && !isSame(groupe, bureau, terrain);
    return conflicts ? [{ groupe, bureau, terrain }] : [];
  });
}

/** The changes without some groups, or these groups alone. */
export function changesOf<Changes extends object>(
  changes: Changes,
  groupes: readonly GroupeCorrige[],
  only = false,
): Changes {
  const named = new Set<string>(groupes.flatMap((groupe) => GROUPS[groupe]));
  return Object.fromEntries(Object.entries(changes).filter(([name]) => named.has(name) === only)) as Changes;
}

/** Writes what does not conflict. @returns what was not written @throws AppError as `edit` */
export async function correct(
  trx: OpenTransaction,
  enrolling: Enrolling,
  edition: Edition,
  changes: ContribuablePatch,
  seen: Seen,
): Promise<Conflit[]> {
  const stored = await lockContribuable(trx, edition.entiteId, edition.id);
  if (!stored) throw notFound();
  const conflits = conflictsOf(stored, changes, seen);
  const groupes = conflits.map(({ groupe }) => groupe);
  await edit(trx, enrolling, edition, changesOf(changes, groupes));
  return conflits;
}
