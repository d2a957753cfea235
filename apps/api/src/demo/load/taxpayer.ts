/** One generated taxpayer: who it is, where it is, what it was enrolled for. */
import type { StatutContribuable } from '@octroi/contract';
import { MOYENS_PAIEMENT_DEMO } from '../moyens-paiement.ts';
import {
  drawAdresse,
  drawNif,
  drawPerson,
  drawPiece,
  drawRaisonSociale,
  drawTelephone,
  LIEUX_NAISSANCE,
} from '../personnes/index.ts';
import { weighted, type Random } from '../random.ts';
import type { Calendar, Instant } from './calendar.ts';
import { drawPossessions, drawProfile, ELEVEUR, troupeau } from './profiles.ts';
import type { Compte } from '../fiscalite/index.ts';
import type { RatedLine } from './rates.ts';
import type { Secteur, Town } from './towns.ts';

export interface Line extends RatedLine {
  createdAt: Instant;
  createdBy: number;
}

export interface Taxpayer {
  town: Town;
  secteur: Secteur;
  nom: string;
  prenom: string;
  raisonSociale: string | null;
  nif: string | null;
  age: number | null;
  lieuNaissance: string | null;
  telephone: string;
  adresse: string;
  piece: { type: string; numero: string };
  moyenPrefere: number;
  latitude: number;
  longitude: number;
  nbreBetail: number | null;
  statut: StatutContribuable;
  createdAt: Instant;
  createdBy: number;
  corrected: { at: Instant; by: number } | null;
  validated: { at: Instant; by: number } | null;
  lines: Line[];
}

export const moyens = weighted(MOYENS_PAIEMENT_DEMO, ({ poids }) => poids);

/** Share of lines that are added after the enrolment. */
const PART_AJOUTS = 0.1;

export function drawTaxpayer(random: Random, calendar: Calendar, town: Town, createdAt: Instant): Taxpayer {
  const secteur = random.draw(town.secteurs);
  const profile = drawProfile(random);
  const person = drawPerson(random, town.communautes, profile.partFemmes);
  const company = random.chance(profile.partSocietes);
  const nbreBetail =
    profile === ELEVEUR ? Math.max(2, Math.round(Math.exp(random.gaussian(2.7, 0.9)))) : null;
  const createdBy = agentOf(random, town, secteur);
  const reviews = drawReviews(random, calendar, town, createdAt);
  const libelleOf = (equipement: string, libelles: readonly string[]): string | null => {
    if (equipement === 'troupeau') return troupeau(nbreBetail ?? 0);
    // small sizes come first in the lists, and are the most frequent
    return libelles.length ? (libelles[Math.floor(random.next() ** 1.5 * libelles.length)] ?? null) : null;
  };
  const nature = town.natures.get(random.pick(profile.natures));
  const lines: Line[] = [];
  if (nature)
    lines.push({
      natureId: nature,
      typeEquipementId: 0,
      variation: null,
      quantite: null,
      createdAt,
      createdBy,
    });
  for (const cle of drawPossessions(random, profile)) {
    const type = town.equipements.get(cle);
    if (!type) continue;
    const day = calendar.dayOf(createdAt);
    const late = lines.length > 0 && day < calendar.last && random.chance(PART_AJOUTS);
    const lineDay = late ? random.int(day + 1, calendar.last) : day;
    lines.push({
      natureId: 0,
      typeEquipementId: type.id,
      variation: libelleOf(cle, type.libelles),
      quantite: type.compte ? drawQuantite(random, type.compte) : null,
      createdAt: late ? calendar.at(lineDay, random.next()) : createdAt,
      createdBy: late ? agentOf(random, town, secteur) : createdBy,
    });
  }
  return {
    town,
    secteur,
    ...person,
    raisonSociale: company ? drawRaisonSociale(random, person) : null,
    nif: company || random.chance(0.12) ? drawNif(random) : null,
    age: company ? null : Math.min(86, Math.max(18, Math.round(random.gaussian(40, 12)))),
    lieuNaissance: company ? null : random.chance(0.55) ? town.nom : random.pick(LIEUX_NAISSANCE),
    telephone: drawTelephone(random),
    adresse: drawAdresse(random, secteur.quartier),
    piece: drawPiece(random),
    moyenPrefere: random.draw(moyens).id,
    latitude: secteur.latitude + random.gaussian(0, 0.0011),
    longitude: secteur.longitude + random.gaussian(0, 0.0011),
    nbreBetail,
    ...reviews,
    createdAt,
    createdBy,
    lines,
  };
}

/** A quantity with the decimals of its unit; small ones are the most frequent. */
function drawQuantite(random: Random, { decimales, de, a }: Compte): number {
  const scale = 10 ** decimales;
  return Math.round((de + (a - de) * random.next() ** 2) * scale) / scale;
}

/** An agent has its sectors, and helps out in others now and then. */
export function agentOf(random: Random, town: Town, secteur: Secteur): number {
  const { agents } = town;
  const rank = random.chance(0.2) ? random.int(0, agents.length - 1) : secteur.rank;
  return agents[rank % agents.length] as number;
}

/** The older an enrolment, the likelier that it was corrected or validated; nothing is reviewed in the future. */
function drawReviews(random: Random, calendar: Calendar, town: Town, createdAt: Instant) {
  const createdDay = calendar.dayOf(createdAt);
  const age = calendar.last - createdDay;
  const [validated, corrected] =
    age > 60 ? [0.84, 0.07] : age > 10 ? [0.62, 0.14] : age > 0 ? [0.3, 0.14] : [0.15, 0.1];
  const draw = random.next();
  const statut: StatutContribuable =
    draw < validated ? 'Validé' : draw < validated + corrected ? 'Corrigé' : 'Enrolé';
  const review = (previous: Instant, days: number): { at: Instant; by: number } => {
    const day = Math.min(calendar.last, calendar.dayOf(previous) + random.int(0, days));
    return { at: calendar.after(day, random.next(), previous), by: random.pick(town.valideurs) };
  };
  const wasCorrected = statut === 'Corrigé' || (statut === 'Validé' && random.chance(0.22));
  const correction = wasCorrected ? review(createdAt, 8) : null;
  const validation = statut === 'Validé' ? review(correction?.at ?? createdAt, 12) : null;
  return { statut, corrected: correction, validated: validation };
}
