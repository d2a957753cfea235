/** Taxpayers with the effect of the commands that wait on the phone. */
import { type Day, daysBetween } from '@octroi/contract/platform/values/period';
import { sumBy } from '@octroi/contract/platform/values/money';
import { type Keys, keysOf } from '@octroi/contract/contribuables/recherche/near';
import type { ContribuableTerrain } from '@octroi/contract/terrain/commandes';
import type { Exonere } from '@octroi/contract/contribuables/exonerations/exonere';
import { type Attente, sumAttentes } from '@octroi/contract/paiements/attente';
import type { Entry, EntryOf } from '#src/platform/log/log.ts';
import type { PulledData } from '#src/platform/exchange/pull.ts';
import type { Issue } from '@octroi/contract/recouvrement/visites';
import type { ContribuableAppareil, Du, Referentiel, VisiteTerrain } from '#src/platform/exchange/wire.ts';
import { type Avis, avisOf, withRemise } from './avis.ts';
import { estimer, type Ligne, rienAPayer } from './estimation.ts';
import { jourOf } from './instants.ts';

/** A visit of any agent, with what was paid. */
export interface Passage {
  jour: Day;
  issue: Issue;
  promisLe: Day | null;
  /** Promised francs. */
  promis: number | null;
  /** Confirmed francs within some days of the visit, and until now. */
  paye: number;
  payeDepuis: number;
}

const passageOf = ([jour, issue, promisLe, promis, paye, payeDepuis]: VisiteTerrain): Passage => ({
  jour,
  issue,
  promisLe,
  promis,
  paye,
  payeDepuis,
});

export interface Personne {
  /** Its id, or the key that the phone gave it. */
  cle: string;
  id: number | null;
  /** Version of the record that was downloaded. */
  version: number | null;
  /** Name of its drafts: it does not change when an enrolment on this phone gets its id. */
  brouillon: string;
  /** Null until the server assigns it. */
  numKlis: string | null;
  nom: string;
  telephone: string | null;
  lieu: number;
  latitude: number | null;
  longitude: number | null;
  /** sha256 of the photo taken at an enrolment on this phone. */
  photo: string | null;
  /** Advance, in francs. */
  avance: number;
  /** Unpaid échéances, oldest first. */
  dus: readonly Du[];
  /** Names of lines added here for whose quantity nothing is due. */
  rien: readonly string[];
  /** Exonérations in force this year or later. */
  exonerations: readonly Exonere[];
  /** Payments waiting for confirmation, earliest first; they pay nothing yet. */
  attentes: readonly Attente[];
  /** Its demand notices in force, of this year and later. */
  avis: readonly Avis[];
  /** The last two visits with an outcome, the latest first. */
  passages: readonly Passage[];
  /** Whether some amounts are estimated, for lines added here that the office has not billed. */
  estime: boolean;
  keys: Keys;
}

/** Stands for the tax of a due that only the server can split: a payment cancelled here. */
export const A_REPARTIR = 0;

export const referenceOf = ({ id, cle }: Personne): ContribuableTerrain =>
  id === null ? { local: cle } : { id };

export const exigible = (dus: readonly Du[], today: Day): number =>
  sumBy(
    dus.filter(([, , jour]) => daysBetween(jour, today) >= 0),
    ([, , , , reste]) => reste,
  );
/** Total due in francs, including échéances later in the year, as at the counter. */
export const totalDu = ({ dus }: Pick<Personne, 'dus'>): number => sumBy(dus, ([, , , , reste]) => reste);

/** Francs that may be taken without an advance: the total due less payments waiting for confirmation. */
export const resteAEncaisser = ({ dus, attentes }: Pick<Personne, 'dus' | 'attentes'>): number =>
  Math.max(0, totalDu({ dus }) - sumAttentes(attentes));

/** Payment order of the server, which is not by due day. */
const byPeriode = (a: Du, b: Du): number => a[1] - b[1] || a[3] - b[3] || a[0] - b[0];

/** Computed once per taxpayer: thousands are listed again after each act. */
const cache = new WeakMap<ContribuableAppareil, Personne>();
function cachedPersonne(contribuable: ContribuableAppareil): Personne {
  const before = cache.get(contribuable);
  if (before) return before;
  const personne = personneOf(contribuable);
  cache.set(contribuable, personne);
  return personne;
}

function personneOf([
  id,
  version,
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
  exemptions = [],
  notices = [],
  visits = [],
]: ContribuableAppareil): Personne {
  const sorted = dus.length < 2 ? dus : [...dus].sort(byPeriode);
  const attentes = waiting.map(([montant, moyenPaiement, jour]) => ({ montant, moyenPaiement, jour }));
  const personne = { id, numKlis, nom, telephone, lieu, latitude, longitude, avance, dus: sorted, attentes };
  return {
    ...personne,
    cle: String(id),
    version,
    brouillon: String(id),
    photo: null,
    rien: [],
    exonerations: exemptions.map(([du, fin, base, taxe, citation]) => ({ du, fin, base, taxe, citation })),
    avis: notices.map(avisOf),
    passages: visits.map(passageOf),
    estime: false,
    keys: keysOf({ nom, numKlis, telephone }),
  };
}

const concernsAll = ({ du, fin, base, taxe }: Exonere, annee: number): boolean =>
  base === null && taxe === null && du <= annee && annee <= fin;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');
const number = (value: unknown): number | null => (typeof value === 'number' ? value : null);

function enrolled(entry: EntryOf<'enrolement'>, referentiel: Referentiel | null): Personne {
  const { corps, reponse } = entry;
  const nom = text(corps['raisonSociale']) || `${text(corps['nom'])} ${text(corps['prenom'])}`.trim();
  const telephone = text(corps['telephone']) || null;
  const numKlis = reponse?.resultat?.numKlis ?? null;
  const lieu = number(corps['ramification']) ?? 0;
  const lignes = (corps['lignes'] ?? []) as readonly Ligne[];
  const jour = jourOf(entry);
  const dus = referentiel ? estimer(referentiel, lieu, lignes, jour).sort(byPeriode) : [];
  const rien = referentiel ? rienAPayer(referentiel, lieu, lignes, jour) : [];
  return {
    cle: corps.local,
    version: null,
    brouillon: corps.local,
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
    rien,
    exonerations: [],
    attentes: [],
    avis: [],
    passages: [],
    estime: dus.length + rien.length > 0,
    keys: keysOf({ nom, numKlis, telephone }),
  };
}

/**
 * The dues left after a payment: the chosen year is paid first, then the oldest.
 * @returns the remaining dues, and the advance
 */
export function settle(
  dus: readonly Du[],
  montant: number,
  annee: number | null | undefined,
): { dus: Du[]; avance: number } {
  let remaining = montant;
  const order = annee
    ? [...dus.filter((du) => du[1] === annee), ...dus.filter((du) => du[1] !== annee)]
    : dus;
  const rests = new Map<Du, number>();
  for (const du of order) {
    const paid = Math.min(remaining, du[4]);
    remaining -= paid;
    rests.set(du, du[4] - paid);
  }
  const unpaid = dus.flatMap((du): Du[] => {
    const reste = rests.get(du) ?? du[4];
    return reste === 0 ? [] : [[du[0], du[1], du[2], du[3], reste]];
  });
  return { dus: unpaid, avance: remaining };
}

/** The taxpayers of the phone's places by key; those enrolled here also under the key that the phone gave. */
export class Personnes {
  private readonly byKey = new Map<string, Personne>();
  private readonly alias = new Map<string, string>();
  private readonly payments = new Map<number, EntryOf<'paiement'>>();

  private readonly referentiel: Referentiel | null;

  constructor({ contribuables, referentiel }: PulledData, entries: readonly Entry[], today: Day) {
    this.referentiel = referentiel;
    for (const [id, contribuable] of contribuables) this.byKey.set(String(id), cachedPersonne(contribuable));
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
  byReference(reference: ContribuableTerrain): Personne | undefined {
    return this.find('id' in reference ? String(reference.id) : reference.local);
  }
  *keyed(): Iterable<readonly [Keys, Personne]> {
    for (const personne of this.byKey.values()) yield [personne.keys, personne];
  }

  private apply(entry: Entry, cancelled: ReadonlySet<number>, today: Day): void {
    if (entry.type === 'paiement') this.payments.set(entry.sequence, entry);
    if (entry.type === 'enrolement' && entry.etat !== 'refuse') this.enrol(entry);
    if (entry.tenu || entry.etat === 'refuse') return;
    if (entry.type === 'paiement' && !cancelled.has(entry.sequence)) this.pay(entry);
    if (entry.type === 'annulation') this.undoPayment(entry, today);
    if (entry.type === 'correction') this.correct(entry);
    if (entry.type === 'ligne') this.addLine(entry);
    if (entry.type === 'avis') this.handOver(entry);
    if (entry.type === 'visite') this.visit(entry);
  }

  private enrol(entry: EntryOf<'enrolement'>): void {
    const personne = enrolled(entry, this.referentiel);
    const existing = personne.id !== null && this.byKey.get(String(personne.id));
    if (existing) {
      this.alias.set(personne.cle, existing.cle);
      this.byKey.set(existing.cle, { ...existing, photo: personne.photo, brouillon: personne.brouillon });
      // one that was removed since, or moved elsewhere, is no longer of these places
    } else if (!entry.tenu) this.byKey.set(personne.cle, personne);
  }

  private pay(entry: EntryOf<'paiement'>): void {
    const { corps } = entry;
    const personne = this.byReference(corps.contribuable as ContribuableTerrain);
    if (!personne) return;
    const waiting = this.waiting(entry);
    if (waiting) {
      this.byKey.set(personne.cle, { ...personne, attentes: [...personne.attentes, waiting] });
      return;
    }
    const { dus, avance } = settle(personne.dus, corps.montant, corps.annee as number | null | undefined);
    const passages = personne.passages.map((each) => ({
      ...each,
      payeDepuis: each.payeDepuis + corps.montant,
    }));
    this.byKey.set(personne.cle, { ...personne, dus, passages, avance: personne.avance + avance });
  }

  /** Undefined if the method needs no confirmation. */
  private waiting(entry: EntryOf<'paiement'>): Attente | undefined {
    const { montant, moyenPaiement } = entry.corps;
    const moyen = this.referentiel?.moyens.find(([id]) => id === moyenPaiement);
    return moyen?.[3] ? { montant, moyenPaiement: moyen[1], jour: jourOf(entry) } : undefined;
  }

  private correct({ corps }: EntryOf<'correction'>): void {
    const personne = this.byReference(corps.contribuable);
    if (!personne) return;
    const { champs, photo } = corps;
    const next = {
      ...personne,
      nom: text(champs['nom']) ? `${text(champs['nom'])} ${text(champs['prenom'])}`.trim() : personne.nom,
      telephone: text(champs['telephone']) || personne.telephone,
      latitude: number(champs['latitude']) ?? personne.latitude,
      longitude: number(champs['longitude']) ?? personne.longitude,
      photo: photo ?? personne.photo,
    };
    this.byKey.set(personne.cle, { ...next, keys: keysOf(next) });
  }

  private addLine(entry: EntryOf<'ligne'>): void {
    const personne = this.byReference(entry.corps.contribuable);
    if (!personne || !this.referentiel) return;
    const year = Number(jourOf(entry).slice(0, 4));
    // an exonération of everything takes an added line out too
    if (personne.exonerations.some((each) => concernsAll(each, year))) return;
    const line = [this.referentiel, personne.lieu, [entry.corps.ligne], jourOf(entry)] as const;
    const [added, rien] = [estimer(...line), rienAPayer(...line)];
    if (added.length + rien.length > 0)
      this.byKey.set(personne.cle, {
        ...personne,
        dus: [...personne.dus, ...added].sort(byPeriode),
        rien: [...personne.rien, ...rien],
        estime: true,
      });
  }

  private visit(entry: EntryOf<'visite'>): void {
    const { contribuable, issue, promisLe = null, promis = null } = entry.corps;
    const personne = this.byReference(contribuable);
    if (!personne) return;
    const jour = jourOf(entry);
    const passage: Passage = { jour, issue, promisLe, promis, paye: 0, payeDepuis: 0 };
    // the outcome of a day replaces an earlier one of that day
    const earlier = personne.passages.filter((each) => each.jour !== jour);
    this.byKey.set(personne.cle, { ...personne, passages: [passage, ...earlier].slice(0, 2) });
  }

  private handOver(entry: EntryOf<'avis'>): void {
    const { contribuable } = entry.corps;
    const personne = contribuable && this.byReference(contribuable);
    if (personne) this.byKey.set(personne.cle, { ...personne, avis: withRemise(personne.avis, entry) });
  }

  /** If the downloaded data already includes the payment, only the server knows what it had paid. */
  private undoPayment(entry: EntryOf<'annulation'>, today: Day): void {
    const payment = this.payments.get(entry.corps.sequence ?? -1);
    if (!payment?.tenu) return;
    const personne = this.byReference(payment.corps.contribuable as ContribuableTerrain);
    if (!personne) return;
    const waiting = this.waiting(payment);
    const at = personne.attentes.findIndex(
      (each) => each.montant === waiting?.montant && each.moyenPaiement === waiting.moyenPaiement,
    );
    if (at >= 0) {
      // a waiting payment had paid nothing
      this.byKey.set(personne.cle, { ...personne, attentes: personne.attentes.toSpliced(at, 1) });
      return;
    }
    const back: Du = [A_REPARTIR, Number(today.slice(0, 4)), today, 0, payment.corps.montant];
    this.byKey.set(personne.cle, { ...personne, dus: [...personne.dus, back] });
  }
}

/** Sequences of the payments cancelled on this phone. */
export const annulations = (entries: readonly Entry[]): ReadonlySet<number> =>
  new Set(
    entries.flatMap((entry) =>
      entry.type === 'annulation' && entry.etat !== 'refuse' ? [entry.corps.sequence ?? -1] : [],
    ),
  );
