/** Every address that a person may open, and the pages below it. */
import type { Page } from '@playwright/test';
import { at, PAGES } from '@octroi/contract/pages';
import { menuOf, type Viewer } from '@octroi/contract/menu';
import { ENTRIES, type MenuKey, SCREENS } from '@octroi/contract/register';
import { mayOpen } from '@octroi/contract/rights';

/** Pages of one record, and the API list that provides the record. */
const OF_A_RECORD = [
  [PAGES.fiche, 'contribuables'],
  [PAGES.ficheIndividuelle, 'contribuables'],
  [PAGES.contribuableEdit, 'contribuables'],
  [PAGES.encaissement, 'contribuables'],
  [PAGES.remboursement, 'contribuables'],
  [PAGES.changeSecteur, 'contribuables'],
  [PAGES.enrollement, 'contribuables'],
  [PAGES.transaction, 'transactions'],
  [PAGES.acces, 'ramifications'],
  [PAGES.ramificationCreate, 'ramifications'],
  [PAGES.place, 'ramifications'],
  [PAGES.acte, 'journal'],
  [PAGES.collectiviteUser, 'entites'],
] as const;
/** The address of a page of one record; a move of sector takes a list of them. */
export const addressOf = (page: Parameters<typeof at>[0], id: number): string =>
  at(page, page === PAGES.changeSecteur ? encodeURIComponent(`[${id}]`) : id);
const ALONE = [
  PAGES.contribuableCreate,
  PAGES.sansTarif,
  PAGES.arbre,
  PAGES.profil,
  PAGES.aide,
  PAGES.aideEntiere,
];
/** Screens with forms of their own, at `<screen>/create` and `<screen>/$id`. */
export const WITH_FORMS = [
  ['moyens-paiement', 'moyen_paiements'],
  ['modalites-paiement', 'modalite_paiements'],
  ['categorie-taxes', 'categorietaxes'],
  ['taxes', 'entite_taxes'],
  ['type-equipement', 'type_equipements'],
  ['categorie-activite', 'categorie_activites'],
  ['nature-activite', 'nature_activites'],
  ['frequences', 'frequences'],
  ['ramifications', 'ramifications'],
  ['villes', 'villes'],
  ['types-ramification', 'type_ramifications'],
  ['collectivites', 'entites'],
  ['users', 'users'],
  ['agents', 'users'],
  ['roles', 'groups'],
] as const;

/** Search parameters that show all data. */
const everything = (url: string): string => `${url}?dates=toutes&itemperpage=10`;

async function firstOf(page: Page, path: string): Promise<number | undefined> {
  const reply = await page.request.get(`/v2/${path}?itemperpage=1`);
  if (!reply.ok()) return undefined;
  return ((await reply.json()) as { data: { id: number }[] }).data[0]?.id;
}

/** The addresses that the signed-in person may open, with the pages below. */
export async function addressesOf(page: Page): Promise<string[]> {
  const session = (await (await page.request.get('/v2/session')).json()) as Viewer;
  const keys = Object.keys(SCREENS) as MenuKey[];
  const open: string[] = keys
    .filter((key) => mayOpen(session.permissions, key))
    .map((key) => SCREENS[key].url);
  const cards = menuOf(session).flatMap(({ entries }) =>
    entries.flatMap(({ key }) => ENTRIES[key].url ?? []),
  );
  const records: string[] = [];
  const ids = new Map<string, number | undefined>();
  const idOf = async (path: string): Promise<number | undefined> => {
    if (!ids.has(path)) ids.set(path, await firstOf(page, path));
    return ids.get(path);
  };
  for (const [address, path] of OF_A_RECORD) {
    const id = await idOf(path);
    if (id !== undefined) records.push(addressOf(address, id));
  }
  const group = await idOf('groups');
  // the right to list groups does not include reading their grants
  if (group !== undefined && (await page.request.get(`/v2/groups/${group}/permissions`)).ok())
    records.push(at(PAGES.permissions, group));
  if (open.includes(SCREENS.securite.url)) records.push(PAGES.securiteEchecs, PAGES.securiteSessions);
  for (const [screen, path] of WITH_FORMS) {
    const { url } = SCREENS[screen];
    const id = await idOf(path);
    if (!open.includes(url)) continue;
    records.push(`${url}/create`);
    if (id !== undefined) records.push(`${url}/${id}`);
  }
  return [...open.map(everything), ...cards, ...ALONE, ...records];
}
