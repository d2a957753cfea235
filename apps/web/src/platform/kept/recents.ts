/** The last records that the person opened on this browser; removed with the other choices on sign-out. */
import { PAGES } from '@octroi/contract/pages';
import { RESOURCES } from '@octroi/contract/register';
import { stored } from '../storage.ts';

/** An opened record. */
export interface Recent {
  lien: string;
  titre: string;
  /** What kind of record it is. */
  detail: string;
}

const MOST = 8;
const KINDS = [
  [PAGES.fiche, RESOURCES.contribuables.one],
  [PAGES.transaction, RESOURCES.transactions.one],
  [PAGES.tournee, RESOURCES.tournees.one],
  [PAGES.approbation, RESOURCES.approbations.one],
  [PAGES.sessionCaisse, RESOURCES.sessions_caisse.one],
  [PAGES.place, RESOURCES.ramifications.one],
] as const;
const PATTERNS = KINDS.map(([page, one]) => [new RegExp(`^${page.replace('$id', '\\d+')}$`), one] as const);

const isText = (raw: unknown): raw is string => typeof raw === 'string' && raw !== '';
const isRecent = (raw: unknown): raw is Recent => {
  const { lien, titre, detail } = (raw ?? {}) as Partial<Record<keyof Recent, unknown>>;
  return isText(lien) && lien.startsWith('/') && isText(titre) && isText(detail);
};
const storedRecents = stored<{ personne: number; fiches: Recent[] }>('recents', (raw) => {
  const { personne, fiches } = (raw ?? {}) as { personne?: unknown; fiches?: unknown };
  return typeof personne === 'number' && Array.isArray(fiches)
    ? { personne, fiches: fiches.filter(isRecent).slice(0, MOST) }
    : null;
});

/** The person's last records, the latest first. */
export function recentsOf(personne: number): readonly Recent[] {
  const known = storedRecents.get();
  return known?.personne === personne ? known.fiches : [];
}

/** Stores the page as the last one opened, if it shows a record. */
export function noteRecent(personne: number, lien: string, titre: string): void {
  const [, detail] = PATTERNS.find(([pattern]) => pattern.test(lien)) ?? [];
  if (detail === undefined) return;
  const others = recentsOf(personne).filter((each) => each.lien !== lien);
  storedRecents.set({ personne, fiches: [{ lien, titre, detail }, ...others].slice(0, MOST) });
}

export const forgetRecents = (): void => storedRecents.set(null);
