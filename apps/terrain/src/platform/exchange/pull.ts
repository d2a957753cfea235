/**
 * What the phone knows of its places. Replies are kept as they came, one after the other, and read in that order: a pull
 * that is cut goes on where it was.
 */
import type { CaisseTerrain, ContribuableAppareil, Donnees, Referentiel, TourneeTerrain } from './wire.ts';
import { call } from './call.ts';
import { timeZone } from '../device/clock.ts';
import type { Link } from './link.ts';
import type { PullRow, Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

/** What the replies say together. */
export interface Known {
  appareil: Donnees['appareil'] | null;
  referentiel: Referentiel | null;
  tournees: TourneeTerrain[];
  caisse: CaisseTerrain | null;
  contribuables: Map<number, ContribuableAppareil>;
  /** Of the last reply, by the server's clock. */
  heure: string | null;
}

/** From so many replies on they are written anew as few. */
const MANY = 40;
const PER_PAGE = 1000;
const PLACE = 'page';

const nothing = (): Known => ({
  appareil: null,
  referentiel: null,
  tournees: [],
  caisse: null,
  contribuables: new Map(),
  heure: null,
});

/** Adds one reply to what was known. */
function learn(known: Known, reply: Donnees): void {
  known.appareil = reply.appareil;
  known.heure = reply.heure;
  known.referentiel = reply.referentiel ?? known.referentiel;
  known.tournees = reply.tournees ?? known.tournees;
  known.caisse = reply.caisse ?? known.caisse;
  for (const id of reply.retires) known.contribuables.delete(id);
  for (const one of reply.contribuables) known.contribuables.set(one[0], one);
}

export async function readKnown(store: Store, vault: Vault): Promise<Known> {
  const known = nothing();
  for (const { scelle } of await store.pages.orderBy('id').toArray())
    learn(known, await vault.unseal<Donnees>(scelle, PLACE));
  return known;
}

const START: PullRow = { nom: 'reception', curseur: '', remplace: null, finieLe: null };

/**
 * Pulls until there is nothing more.
 * @param onPage told of the taxpayers that came so far
 * @throws {CallError}
 */
export async function pull(link: Link, onPage: (contribuables: number) => void): Promise<void> {
  const { store } = link;
  // what was answered before the first page was asked for is in what comes
  const answered = await store.journal.where('etat').anyOf('accepte', 'refuse').primaryKeys();
  let contribuables = 0;
  for (;;) {
    const reply = await pullPage(link);
    contribuables += reply.contribuables.length;
    onPage(contribuables);
    if (!reply.suite) break;
  }
  await store.journal
    .where('sequence')
    .anyOf(answered)
    .and(({ tenu }) => tenu === 0)
    .modify({ tenu: 1 });
  if ((await store.pages.count()) > MANY) await compact(link);
}

async function pullPage({ store, vault, clock, appareil, token }: Link): Promise<Donnees> {
  const pulling = (await store.setting('reception')) ?? START;
  const query = new URLSearchParams({ appareil: String(appareil) });
  if (pulling.curseur) query.set('depuis', pulling.curseur);
  const sentAt = Date.now();
  const reply = await call<Donnees>(`/v2/terrain/donnees?${query.toString()}`, { token });
  await clock.heard(store, reply.heure, sentAt, reply.fuseau);
  const scelle = await vault.seal(reply, PLACE);
  await store.transaction('rw', store.pages, store.reglages, async () => {
    const id = await store.pages.add({ scelle });
    const first = reply.complet ? (pulling.remplace ?? id) : null;
    if (!reply.suite && first !== null) await store.pages.where('id').below(first).delete();
    await store.reglages.put({
      nom: 'reception',
      curseur: reply.curseur,
      remplace: reply.suite ? first : null,
      finieLe: reply.suite ? pulling.finieLe : clock.now().getTime(),
    });
  });
  return reply;
}

/** Writes what many replies say as few. */
async function compact({ store, vault }: Link): Promise<void> {
  const known = await readKnown(store, vault);
  const { appareil, heure, referentiel, tournees, caisse } = known;
  if (!appareil || !heure) return;
  const all = [...known.contribuables.values()];
  const pages = await Promise.all(
    Array.from({ length: Math.max(1, Math.ceil(all.length / PER_PAGE)) }, (_, index) => {
      const contribuables = all.slice(index * PER_PAGE, (index + 1) * PER_PAGE);
      const said = {
        appareil,
        heure,
        referentiel,
        tournees,
        caisse,
        contribuables,
        retires: [] as number[],
        fuseau: timeZone(),
      };
      return vault.seal({ ...said, curseur: '', suite: false, complet: false } satisfies Donnees, PLACE);
    }),
  );
  await store.transaction('rw', store.pages, async () => {
    await store.pages.clear();
    await store.pages.bulkAdd(pages.map((scelle) => ({ scelle })));
  });
}
