/** Taxpayers as they are once what waits on the phone is counted in. */
import { type Day, daysBetween } from '@octroi/contract/platform/values/period';
import { sumBy } from '@octroi/contract/platform/values/money';
import { type Keys, keysOf } from '@octroi/contract/contribuables/recherche/near';
import type { ContribuableTerrain } from '@octroi/contract/terrain/commandes';
import { type Attente, sumAttentes } from '@octroi/contract/paiements/attente';
import type { Entry, EntryOf } from '#src/platform/log/log.ts';
import type { Known } from '#src/platform/exchange/pull.ts';
import type { ContribuableAppareil, Du, Referentiel } from '#src/platform/exchange/wire.ts';
import { estimer, type Ligne } from './estimation.ts';
import { jourOf } from './instants.ts';

export interface Personne {
  /** Its id, or the name that the phone gave it. */
  cle: string;
  id: number | null;
  /** Null until the server gave it. */
  numKlis: string | null;
  nom: string;
  telephone: string | null;
  lieu: number;
  latitude: number | null;
  longitude: number | null;
  /** Of this phone's enrolment, its sha256. */
  photo: string | null;
  /** Francs paid in advance. */
  avance: number;
  /** What is unpaid, the oldest first. */
  dus: readonly Du[];
  /** What was paid and waits for a confirmation, the earliest first: it pays nothing yet. */
  attentes: readonly Attente[];
  /** Some of them are the phone's own estimate: the office has yet to bill lines that were added here. */
  estime: boolean;
  keys: Keys;
}

/** What stands in the place of a tax in a due that only the server can share out: a payment that was cancelled here. */
export const A_REPARTIR = 0;

export const referenceOf = ({ id, cle }: Personne): ContribuableTerrain =>
  id === null ? { local: cle } : { id };

export const exigible = (dus: readonly Du[], today: Day): number =>
  sumBy(
    dus.filter(([, , jour]) => daysBetween(jour, today) >= 0),
    ([, , , , reste]) => reste,
  );
/** Francs that are owed: what falls due later in the year too, as at the counter. */
export const totalDu = ({ dus }: Pick<Personne, 'dus'>): number => sumBy(dus, ([, , , , reste]) => reste);

/** Francs that may be taken without paying in advance: what is owed, less what waits for a confirmation. */
export const resteAEncaisser = ({ dus, attentes }: Pick<Personne, 'dus' | 'attentes'>): number =>
  Math.max(0, totalDu({ dus }) - sumAttentes(attentes));

/** In the order in which payments settle them, which is the server's: not by the day on which they fall due. */
const byPeriode = (a: Du, b: Du): number => a[1] - b[1] || a[3] - b[3] || a[0] - b[0];

/** Taken apart once: thousands are shown anew after each act. */
const taken = new WeakMap<ContribuableAppareil, Personne>();
function known(one: ContribuableAppareil): Personne {
  const before = taken.get(one);
  if (before) return before;
  const personne = personneOf(one);
  taken.set(one, personne);
  return personne;
}

function personneOf([
  id,
  ,
  numKlis,
  nom,
  telephone,
  lieu,
  latitude,
  longitude,
  ,
  avance,
  dus,
  ,
  waiting,
]: ContribuableAppareil): Personne {
  const sorted = dus.length < 2 ? dus : [...dus].sort(byPeriode);
  const attentes = waiting.map(([montant, moyenPaiement, jour]) => ({ montant, moyenPaiement, jour }));
  const told = { id, numKlis, nom, telephone, lieu, latitude, longitude, avance, dus: sorted, attentes };
  return { ...told, cle: String(id), photo: null, estime: false, keys: keysOf({ nom, numKlis, telephone }) };
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function enrolled(entry: EntryOf<'enrolement'>, referentiel: Referentiel | null): Personne {
  const { corps, reponse } = entry;
  const nom = text(corps['raisonSociale']) || `${text(corps['nom'])} ${text(corps['prenom'])}`.trim();
  const telephone = text(corps['telephone']) || null;
  const numKlis = reponse?.resultat?.numKlis ?? null;
  const lieu = number(corps['ramification']) ?? 0;
  const lignes = (corps['lignes'] ?? []) as readonly Ligne[];
  const dus = referentiel ? estimer(referentiel, lieu, lignes, jourOf(entry)).sort(byPeriode) : [];
  return {
    cle: corps.local,
    id: reponse?.resultat?.contribuable ?? null,
    numKlis,
    nom,
    telephone,
    lieu,
    latitude: number(corps['latitude']),
    longitude: number(corps['longitude']),
    photo: corps.photo ?? null,
    avance: 0,
    dus,
    attentes: [],
    estime: dus.length > 0,
    keys: keysOf({ nom, numKlis, telephone }),
  };
}

/**
 * What is left of dues once an amount is paid on them: the year that was named first, then the oldest.
 * @returns what is left, and what is paid in advance
 */
export function settle(
  dus: readonly Du[],
  montant: number,
  annee: number | null | undefined,
): { dus: Du[]; avance: number } {
  let left = montant;
  const order = annee
    ? [...dus.filter((du) => du[1] === annee), ...dus.filter((du) => du[1] !== annee)]
    : dus;
  const rests = new Map<Du, number>();
  for (const du of order) {
    const paid = Math.min(left, du[4]);
    left -= paid;
    rests.set(du, du[4] - paid);
  }
  const kept = dus.flatMap((du): Du[] => {
    const reste = rests.get(du) ?? du[4];
    return reste === 0 ? [] : [[du[0], du[1], du[2], du[3], reste]];
  });
  return { dus: kept, avance: left };
}

/** The taxpayers of the phone's places, by their keys, and of those that it enrolled also by the name that it gave. */
export class Personnes {
  private readonly byKey = new Map<string, Personne>();
  private readonly alias = new Map<string, string>();
  private readonly payments = new Map<number, EntryOf<'paiement'>>();

  private readonly referentiel: Referentiel | null;

  constructor({ contribuables, referentiel }: Known, entries: readonly Entry[], today: Day) {
    this.referentiel = referentiel;
    for (const [id, one] of contribuables) this.byKey.set(String(id), known(one));
    const cancelled = annulations(entries);
    for (const entry of entries) this.apply(entry, cancelled, today);
  }

  get size(): number {
    return this.byKey.size;
  }
  all(): Iterable<Personne> {
    return this.byKey.values();
  }
  find(cle: string): Personne | undefined {
    return this.byKey.get(this.alias.get(cle) ?? cle);
  }
  of(reference: ContribuableTerrain): Personne | undefined {
    return this.find('id' in reference ? String(reference.id) : reference.local);
  }
  *keyed(): Iterable<readonly [Keys, Personne]> {
    for (const one of this.byKey.values()) yield [one.keys, one];
  }

  private apply(entry: Entry, cancelled: ReadonlySet<number>, today: Day): void {
    if (entry.type === 'paiement') this.payments.set(entry.sequence, entry);
    if (entry.type === 'enrolement' && entry.etat !== 'refuse') this.enrol(entry);
    if (entry.tenu || entry.etat === 'refuse') return;
    if (entry.type === 'paiement' && !cancelled.has(entry.sequence)) this.pay(entry);
    if (entry.type === 'annulation') this.undoPayment(entry, today);
    if (entry.type === 'correction') this.correct(entry);
    if (entry.type === 'ligne') this.addLine(entry);
  }

  private enrol(entry: EntryOf<'enrolement'>): void {
    const one = enrolled(entry, this.referentiel);
    const there = one.id !== null && this.byKey.get(String(one.id));
    if (there) {
      this.alias.set(one.cle, there.cle);
      this.byKey.set(there.cle, { ...there, photo: one.photo });
      // one that was removed since, or moved elsewhere, is no longer of these places
    } else if (!entry.tenu) this.byKey.set(one.cle, one);
  }

  private pay(entry: EntryOf<'paiement'>): void {
    const { corps } = entry;
    const one = this.of(corps.contribuable as ContribuableTerrain);
    if (!one) return;
    const waiting = this.waiting(entry);
    if (waiting) {
      this.byKey.set(one.cle, { ...one, attentes: [...one.attentes, waiting] });
      return;
    }
    const { dus, avance } = settle(one.dus, corps.montant, corps.annee as number | null | undefined);
    this.byKey.set(one.cle, { ...one, dus, avance: one.avance + avance });
  }

  /** Undefined where its method needs no confirmation. */
  private waiting(entry: EntryOf<'paiement'>): Attente | undefined {
    const { montant, moyenPaiement } = entry.corps;
    const moyen = this.referentiel?.moyens.find(([id]) => id === moyenPaiement);
    return moyen?.[3] ? { montant, moyenPaiement: moyen[1], jour: jourOf(entry) } : undefined;
  }

  private correct({ corps }: EntryOf<'correction'>): void {
    const one = this.of(corps.contribuable);
    if (!one) return;
    const { champs, photo } = corps;
    const next = {
      ...one,
      nom: text(champs['nom']) ? `${text(champs['nom'])} ${text(champs['prenom'])}`.trim() : one.nom,
      telephone: text(champs['telephone']) || one.telephone,
      latitude: number(champs['latitude']) ?? one.latitude,
      longitude: number(champs['longitude']) ?? one.longitude,
      photo: photo ?? one.photo,
    };
    this.byKey.set(one.cle, { ...next, keys: keysOf(next) });
  }

  private addLine(entry: EntryOf<'ligne'>): void {
    const one = this.of(entry.corps.contribuable);
    if (!one || !this.referentiel) return;
    const added = estimer(this.referentiel, one.lieu, [entry.corps.ligne], jourOf(entry));
    if (added.length > 0)
      this.byKey.set(one.cle, { ...one, dus: [...one.dus, ...added].sort(byPeriode), estime: true });
  }

  /** Of a payment that the pulled figures have in them, only the server knows what it had paid. */
  private undoPayment(entry: EntryOf<'annulation'>, today: Day): void {
    const payment = this.payments.get(entry.corps.sequence ?? -1);
    if (!payment?.tenu) return;
    const one = this.of(payment.corps.contribuable as ContribuableTerrain);
    if (!one) return;
    const waiting = this.waiting(payment);
    const at = one.attentes.findIndex(
      (each) => each.montant === waiting?.montant && each.moyenPaiement === waiting.moyenPaiement,
    );
    if (at >= 0) {
      // it had paid nothing
      this.byKey.set(one.cle, { ...one, attentes: one.attentes.toSpliced(at, 1) });
      return;
    }
    const back: Du = [A_REPARTIR, Number(today.slice(0, 4)), today, 0, payment.corps.montant];
    this.byKey.set(one.cle, { ...one, dus: [...one.dus, back] });
  }
}

/** The sequences of the payments that were cancelled on this phone. */
export const annulations = (entries: readonly Entry[]): ReadonlySet<number> =>
  new Set(
    entries.flatMap((entry) =>
      entry.type === 'annulation' && entry.etat !== 'refuse' ? [entry.corps.sequence ?? -1] : [],
    ),
  );
