/** Words, messages and days of suspensions and moratoires. Pure, without schemas. */
import { addDays, type Day, formatDay } from '../../platform/values/period.ts';

export const NATURES_SUSPENSION = {
  suspension: 'Suspension : rien n’est dû',
  moratoire: 'Moratoire : exigible plus tard',
} as const;
export type NatureSuspension = keyof typeof NATURES_SUSPENSION;
export const NATURES_SUSPENSION_KEYS = Object.keys(NATURES_SUSPENSION) as [
  NatureSuspension,
  ...NatureSuspension[],
];
export const NATURES_SUSPENSION_WORDS = {
  suspension: 'Suspension',
  moratoire: 'Moratoire',
} as const satisfies Record<NatureSuspension, string>;

/** What becomes of a period longer than a month that a suspension covers in part. */
export const PARTIELLES = {
  entière: 'N’est pas due du tout',
  aucune: 'Reste due entière',
  mois: 'Perd les mois qui y commencent',
} as const;
export type Partielles = keyof typeof PARTIELLES;
export const PARTIELLES_KEYS = Object.keys(PARTIELLES) as [Partielles, ...Partielles[]];

/** What becomes of the money paid for what is no longer due. */
export const PAYES = {
  gardés: 'Reste sur ces échéances',
  libérés: 'Paie ce qui reste dû, ou devient une avance',
} as const;
export type Payes = keyof typeof PAYES;
export const PAYES_KEYS = Object.keys(PAYES) as [Payes, ...Payes[]];

export const ETATS_SUSPENSION = ['À venir', 'En cours', 'Terminée', 'Retirée'] as const;
export type EtatSuspension = (typeof ETATS_SUSPENSION)[number];

export const SUSPENSION_MESSAGES = {
  ordre: 'Le dernier jour ne précède pas le premier.',
  motif: 'Entrez le motif',
  reference: 'Entrez la délibération ou l’arrêté, avec son numéro et sa date',
  taxe: 'Cette taxe n’est pas de cette collectivité.',
  lieu: 'Cette sous-entité n’est pas de cette collectivité.',
  partielles: 'Dites ce que doit une période couverte en partie',
  payes: 'Dites ce que devient ce qui est déjà payé',
  differe: 'Un moratoire ne change que le jour où une échéance est exigible : enlevez ce champ',
  pareille: 'La même est déjà en vigueur : mêmes jours, même taxe, même lieu.',
  finie: 'Elle est déjà retirée.',
  hors: 'Choisissez l’un de ses jours.',
  document: 'Elle a déjà son document.',
  close: (annee: number) => `L’exercice ${annee} est clos : ses échéances ne changent plus.`,
} as const;

/**
 * The day on which something falls due that would on `jour`: the day after the moratoires that have it, overlapping and adjoining
 * ones taken together. The database has the same rule (`moratoires.repository.ts`).
 */
export function jourReporte(jour: Day, moratoires: readonly { du: Day; fin: Day }[]): Day {
  const found = moratoires.find(({ du, fin }) => du <= jour && jour <= fin);
  return found ? jourReporte(addDays(found.fin, 1), moratoires) : jour;
}

/** A suspension or a moratoire that reaches a taxpayer, as its record and its individual sheet show it. */
export interface Suspendu {
  nature: NatureSuspension;
  du: Day;
  fin: Day;
  /** The only tax; null: all. */
  taxe: string | null;
  reference: string;
}

/** `Perception suspendue du 01/04/2026 au 30/06/2026 (Droit de place) : délibération nº 4.` */
export function suspenduText({ nature, du, fin, taxe, reference }: Suspendu): string {
  const what = nature === 'moratoire' ? 'Moratoire' : 'Perception suspendue';
  const which = taxe === null ? '' : ` (${taxe})`;
  return `${what} du ${formatDay(du)} au ${formatDay(fin)}${which} : ${reference.replace(/[.\s]+$/, '')}.`;
}
