/**
 * The downloaded data of the phone's places. Replies are stored as received and read in that order: an interrupted
 * download continues where it stopped.
 */
import type { CaisseTerrain, ContribuableAppareil, Donnees, Referentiel, TourneeTerrain } from './wire.ts';
import { call } from './call.ts';
import { timeZone } from '../device/clock.ts';
import type { Link } from './link.ts';
import type { PullRow, Store } from '../vault/store.ts';
import type { Vault } from '../vault/vault.ts';

/** The combined content of the replies. */
export interface PulledData {
  appareil: Donnees['appareil'] | null;
  referentiel: Referentiel | null;
  tournees: TourneeTerrain[];
  caisse: CaisseTerrain | null;
  contribuables: Map<number, ContribuableAppareil>;
  /** Server time of the last reply. */
  heure: string | null;
}

/** Number of stored replies from which they are compacted. */
const COMPACT_FROM = 40;
const PER_PAGE = 1000;
const PLACE = 'page';

const noData = (): PulledData => ({
  appareil: null,
  referentiel: null,
  tournees: [],
  caisse: null,
  contribuables: new Map(),
  heure: null,
});

/** Applies one reply to the data. */
function addReply(pulled: PulledData, reply: Donnees): void {
  pulled.appareil = reply.appareil;
  pulled.heure = reply.heure;
  pulled.referentiel = reply.referentiel ?? pulled.referentiel;
  pulled.tournees = reply.tournees ?? pulled.tournees;
  pulled.caisse = reply.caisse ?? pulled.caisse;
  for (const id of reply.retires) pulled.contribuables.delete(id);
  for (const contribuable of reply.contribuables) pulled.contribuables.set(contribuable[0], contribuable);
}

export async function readPulled(store: Store, vault: Vault): Promise<PulledData> {
  const pulled = noData();
  for (const { scelle } of await store.pages.orderBy('id').toArray())
    addReply(pulled, await vault.unseal<Donnees>(scelle, PLACE));
  return pulled;
}

const START: PullRow = { nom: 'reception', curseur: '', remplace: null, finieLe: null };

/**
 * Downloads until no page is left.
 * @param onPage called with the taxpayers received so far
 * @throws {CallError}
 */
export async function pull(link: Link, onPage: (contribuables: number) => void): Promise<void> {
  const { store } = link;
  // commands answered before the first request are included in the replies
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
  if ((await store.pages.count()) > COMPACT_FROM) await compact(link);
}

async function pullPage({ store, vault, clock, appareil, token }: Link): Promise<Donnees> {
  const pulling = (await store.setting('reception')) ?? START;
  const query = new URLSearchParams({ appareil: String(appareil) });
  if (pulling.curseur) query.set('depuis', pulling.curseur);
  const sentAt = Date.now();
  const reply = await call<Donnees>(`/v2/terrain/donnees?${query.toString()}`, { token });
  await clock.recordContact(store, reply.heure, sentAt, reply.fuseau);
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

/** Rewrites many stored replies as a few. */
async function compact({ store, vault }: Link): Promise<void> {
  const pulled = await readPulled(store, vault);
  const { appareil, heure, referentiel, tournees, caisse } = pulled;
  if (!appareil || !heure) return;
  const all = [...pulled.contribuables.values()];
  const pages = await Promise.all(
    Array.from({ length: Math.max(1, Math.ceil(all.length / PER_PAGE)) }, (_, index) => {
      const contribuables = all.slice(index * PER_PAGE, (index + 1) * PER_PAGE);
      const compacted = {
        appareil,
        heure,
        referentiel,
        tournees,
        caisse,
        contribuables,
        retires: [] as number[],
        fuseau: timeZone(),
      };
      return vault.seal({ ...compacted, curseur: '', suite: false, complet: false } satisfies Donnees, PLACE);
    }),
  );
  await store.transaction('rw', store.pages, async () => {
    await store.pages.clear();
    await store.pages.bulkAdd(pages.map((scelle) => ({ scelle })));
  });
}
