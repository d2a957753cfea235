/**
 * Whom to visit today: an order that an agent can explain. Taxpayers are taken group by group; within a group the nearer band
 * comes first, and within a band the larger debt. There is no score, and the rule is the same for everybody
 * (the help page on tours says it in the same words).
 */
import { formatFrancs } from '@octroi/contract/platform/values/money';
import { addDays, type Day, daysBetween, formatDay } from '@octroi/contract/platform/values/period';
import { ISSUE_WORDS } from '@octroi/contract/recouvrement/visites';
import type { Du } from '#src/platform/exchange/wire.ts';
import type { Personne, Passage } from '../personnes.ts';
import { between, METRES_PER_DEGREE, voisinText } from './proximite.ts';

/** Days after a visit during which nobody is sent again, unless a promise falls due. */
const REPOS = 7;
/** Upper ends of the bands of distance, in metres; then come those farther away, then those without a position. */
const BANDS = [100, 500, 2000] as const;
const NOWHERE = BANDS.length + 1;

/** The groups, in their order. */
const GROUPES = { promesse: 0, payeur: 1, jamais: 2, revoir: 3, conteste: 4 } as const;
type Groupe = (typeof GROUPES)[keyof typeof GROUPES];

export interface Proposition {
  personne: Personne;
  /** What is due today, in francs. */
  du: number;
  /** Why, each reason in plain words. */
  raisons: string[];
}

interface Place {
  latitude: number;
  longitude: number;
}

interface Candidate {
  personne: Personne;
  groupe: Groupe;
  band: number;
  du: number;
}

/** What is due by a day, in francs. Days are compared as texts: thousands are read at once. */
function echu(dus: readonly Du[], today: Day): number {
  let sum = 0;
  for (const du of dus) if (du[2] <= today) sum += du[4];
  return sum;
}

/** Since when something is due by a day. */
const echuDepuis = (dus: readonly Du[], today: Day): Day =>
  dus.reduce((first, du) => (du[2] < first ? du[2] : first), today);

const promiseDue = ({ promisLe, promis, payeDepuis }: Passage, today: Day): boolean =>
  promisLe !== null && promisLe <= today && payeDepuis < (promis ?? 1);

/**
 * @param repos whoever was seen after that day is left alone
 * @returns undefined where nobody is sent today
 */
function groupeOf(passages: readonly Passage[], today: Day, repos: Day): Groupe | undefined {
  const [last, before] = passages;
  if (!last) return GROUPES.jamais;
  if (promiseDue(last, today)) return GROUPES.promesse;
  const waits = last.promisLe !== null && last.promisLe > today;
  if (waits || last.jour > repos) return undefined;
  if (last.issue === 'conteste') return GROUPES.conteste;
  return last.paye > 0 && (!before || before.paye > 0) ? GROUPES.payeur : GROUPES.revoir;
}

/** The band of a distance; squares are compared, since roots and angles of thousands take too long. */
function bandFrom(position: Place | undefined): (personne: Personne) => number {
  if (!position) return () => NOWHERE;
  const scale = Math.cos((position.latitude * Math.PI) / 180);
  const squares = BANDS.map((end) => (end / METRES_PER_DEGREE) ** 2);
  return ({ latitude, longitude }) => {
    if (latitude === null || longitude === null) return NOWHERE;
    const east = (longitude - position.longitude) * scale;
    const square = (latitude - position.latitude) ** 2 + east * east;
    let band = 0;
    while (band < squares.length && square >= (squares[band] as number)) band++;
    return band;
  };
}

/** The order of two candidates: negative if the first one comes first. */
const compare = (a: Candidate, b: Candidate): number =>
  a.groupe - b.groupe || a.band - b.band || b.du - a.du || (a.personne.nom < b.personne.nom ? -1 : 1);

/** Keeps the first candidates in order: of ten thousand, few are ever moved. */
function keep(first: Candidate[], candidate: Candidate, max: number): void {
  let at = first.length;
  while (at > 0 && compare(candidate, first[at - 1] as Candidate) < 0) at--;
  if (at === max) return;
  first.splice(at, 0, candidate);
  if (first.length > max) first.pop();
}

interface Asked {
  personnes: Iterable<Personne>;
  today: Day;
  /** Where the agent is; undefined: the order goes without distances. */
  position: Place | undefined;
  /** Keys of the taxpayers who are in today's tour, or paid today. */
  dejaVus: ReadonlySet<string>;
  max: number;
}

/** The taxpayers to visit, first one first, each with its reasons. */
export function propositionsOf({ personnes, today, position, dejaVus, max }: Asked): Proposition[] {
  const repos = addDays(today, -REPOS);
  const bandOf = bandFrom(position);
  const first: Candidate[] = [];
  for (const personne of personnes) {
    const groupe = groupeOf(personne.passages, today, repos);
    if (groupe === undefined) continue;
    const band = bandOf(personne);
    const last = first.length === max ? first[max - 1] : undefined;
    if (last && (groupe - last.groupe || band - last.band) > 0) continue;
    const du = echu(personne.dus, today);
    if (du > 0 && !dejaVus.has(personne.cle)) keep(first, { personne, groupe, band, du }, max);
  }
  return first.map(({ personne, du }) => ({
    personne,
    du,
    raisons: raisonsOf(personne, { du, today, position }),
  }));
}

/** `depuis 8 mois`; nothing for less than a month. */
function sinceText(depuis: Day, today: Day): string {
  const months =
    (Number(today.slice(0, 4)) - Number(depuis.slice(0, 4))) * 12 +
    Number(today.slice(5, 7)) -
    Number(depuis.slice(5, 7)) -
    (today.slice(8) < depuis.slice(8) ? 1 : 0);
  if (months < 1) return '';
  return months < 24 ? ` depuis ${months} mois` : ` depuis ${Math.floor(months / 12)} ans`;
}

/** `hier`, `aujourd’hui`, `le 12/11/2026` */
function dayText(day: Day, today: Day): string {
  const ago = daysBetween(day, today);
  if (ago === 0) return 'aujourd’hui';
  return ago === 1 ? 'hier' : `le ${formatDay(day)}`;
}

function visitText([last, before]: readonly Passage[], today: Day): string {
  if (!last) return 'Jamais visité';
  if (promiseDue(last, today)) return `A promis pour ${dayText(last.promisLe ?? today, today)}`;
  if (last.paye > 0 && before && before.paye > 0) return 'A payé aux deux dernières visites';
  if (last.paye > 0) return 'A payé à la dernière visite';
  return `${ISSUE_WORDS[last.issue]} à la dernière visite, il y a ${daysBetween(last.jour, today)} jours`;
}

function farText({ latitude, longitude }: Personne, position: Place | undefined): string[] {
  if (!position || latitude === null || longitude === null) return [];
  const far = between(position, { latitude, longitude });
  return [far.metres < 10 ? 'Ici même' : `À ${voisinText(far)}`];
}

function raisonsOf(
  personne: Personne,
  { du, today, position }: { du: number; today: Day; position: Place | undefined },
): string[] {
  return [
    `Doit ${formatFrancs(du)}${sinceText(echuDepuis(personne.dus, today), today)}`,
    visitText(personne.passages, today),
    ...farText(personne, position),
  ];
}
