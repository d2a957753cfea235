/** Compares a row with the taxpayer that it is: what differs, and what a correction would write. No I/O. */
import { type Fiche, formatFrancs, type Ligne, type TaxeImport } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import type { Arriere, DuAnterieur } from '#src/domains/fiscalite/index.ts';
import { champDeLAnnee, champImportHead } from '@octroi/contract';
import type { Existing } from './import-registre.repository.ts';
import type { Paye, Read } from './lecture/import.rules.ts';
import type { DejaRepris } from './paiements-repris.ts';

const COMPARED = [
  'nom',
  'prenom',
  'raisonSociale',
  'nif',
  'age',
  'lieuNaissance',
  'telephone',
  'adresse',
  'typePieceIdentite',
  'numeroPieceIdentite',
  'latitude',
  'longitude',
  'nbreBetail',
] as const satisfies readonly (keyof Fiche)[];
type ComparedField = (typeof COMPARED)[number];

export interface Difference {
  /** In French, one for each thing that differs. */
  details: string[];
  /** What a correction writes; nothing where only a person can decide. */
  fiche: Partial<Fiche>;
  /** Lines to add, and new précisions and quantities of lines that exist. */
  lignes: (Pick<Ligne, 'typeEquipement' | 'natureActivite' | 'precision' | 'uneFois'> & {
    quantite: number | null;
  })[];
  nouveaux: Arriere[];
  corriges: Arriere[];
  /** Payments made before Octroi to book, and to take back first. */
  payes: Paye[];
  annules: number[];
  /** Path in the archive of the portrait of somebody who has none. */
  photo: string | null;
  /** What was imported as paid before, as it was compared. */
  repris: readonly DejaRepris[];
}

const plain = (field: ComparedField, value: unknown): string =>
  field === 'telephone'
    ? String(value).replaceAll(/\D/g, '').slice(-8)
    : typeof value === 'number'
      ? String(value)
      : folded(String(value));

const shown = (value: unknown): string =>
  typeof value === 'number' ? value.toLocaleString('fr-FR', { maximumFractionDigits: 15 }) : String(value);

/** Whether the row writes the whole name in one column, as our lists do. */
const isWholeName = ({ nom, prenom }: Read['body'], stored: Existing['fiche']): boolean =>
  prenom === '' &&
  [stored.raisonSociale ?? '', `${stored.nom} ${stored.prenom}`, `${stored.prenom} ${stored.nom}`].some(
    (name) => folded(name.trim()) === folded(nom),
  );

/** What a row is compared with, beside the taxpayer's record. */
export interface Compared {
  /** Earlier dues, and what was imported as paid. */
  dus: readonly DuAnterieur[];
  repris: readonly DejaRepris[];
  /** The place that the row names, as a path. */
  lieu: string;
  taxes: readonly TaxeImport[];
  today: string;
  /** Why imported payments cannot be taken back; undefined if they can. */
  obstacle: string | undefined;
}

export function differenceOf(
  read: Read,
  { id, fiche, lieu, lignes }: Existing,
  compared: Compared,
): Difference {
  const { body, bases } = read;
  const { lieu: lieuDuFichier } = compared;
  const found: Difference = {
    details: [],
    fiche: {},
    lignes: [],
    nouveaux: [],
    corriges: [],
    payes: [],
    annules: [],
    photo: null,
    repris: compared.repris,
  };
  const tell = (what: string, register: string, file: string): void =>
    void found.details.push(`${what} : ${register} dans le registre, ${file} dans le fichier`);

  for (const field of COMPARED) {
    const value = body[field];
    const stored = fiche[field];
    if (value === null || value === undefined || value === '') continue;
    if (stored !== null && plain(field, stored) === plain(field, value)) continue;
    if (field === 'nom' && isWholeName(body, fiche)) continue;
    tell(
      champImportHead(field),
      stored === null || stored === '' ? 'rien' : `« ${shown(stored)} »`,
      `« ${shown(value)} »`,
    );
    Object.assign(found.fiche, { [field]: value });
  }
  if (body.ramification !== fiche.ramification)
    found.details.push(
      `Localisation : « ${lieu} » dans le registre, « ${lieuDuFichier} » dans le fichier ; un déplacement se fait depuis sa fiche`,
    );

  for (const [rank, ligne] of body.lignes.entries()) {
    const name = `« ${bases[rank] ?? ''} »`;
    const quantite = ligne.quantite ?? null;
    const same = lignes.find(
      (one) => one.typeEquipement === ligne.typeEquipement && one.natureActivite === ligne.natureActivite,
    );
    const { typeEquipement, natureActivite, precision, uneFois } = ligne;
    if (!same) {
      tell('Base taxable', 'rien', name);
      found.lignes.push({ typeEquipement, natureActivite, precision, uneFois, quantite });
      continue;
    }
    const isPrecise = precision === null || folded(precision) === folded(same.precision ?? '');
    if (!isPrecise)
      tell(`Précision de ${name}`, same.precision ? `« ${same.precision} »` : 'rien', `« ${precision} »`);
    const isCounted = quantite === null || quantite === same.quantite;
    if (!isCounted)
      tell(`Quantité de ${name}`, same.quantite === null ? 'rien' : shown(same.quantite), shown(quantite));
    if (!isPrecise || !isCounted)
      found.lignes.push({
        typeEquipement,
        natureActivite,
        uneFois,
        precision: isPrecise ? same.precision : precision,
        quantite: isCounted ? same.quantite : quantite,
      });
  }

  compareMoney(found, tell, id, read, compared);
  return found;
}

type Tell = (what: string, register: string, file: string) => void;

/** Compares what is left to pay, and what was paid before Octroi, year by year and tax by tax. */
function compareMoney(
  found: Difference,
  tell: Tell,
  contribuable: number,
  { impayes, payes }: Read,
  { dus, repris, taxes, today, obstacle }: Compared,
): void {
  const said = new Map(
    [...impayes, ...payes].map(({ annee, taxe }) => [`${annee} ${taxe}`, { annee, taxe }]),
  );
  for (const { annee, taxe } of said.values()) {
    const isOfKey = (one: { annee: number; taxe: number }): boolean =>
      one.annee === annee && one.taxe === taxe;
    const deja = repris.find(isOfKey);
    const before = deja?.montant ?? 0;
    const paye = payes.find(isOfKey);
    const kept = paye ? comparePaye(found, tell, { deja, paye, taxes, obstacle }) : before;
    if (annee >= Number(today.slice(0, 4))) continue;
    const du = dus.find((one) => one.contribuable === contribuable && isOfKey(one));
    compareImpaye(found, tell, {
      contribuable,
      annee,
      taxe,
      du,
      stated: impayes.find(isOfKey)?.montant,
      before,
      kept,
      what: champImportHead(champDeLAnnee('impaye', annee, taxe), taxes),
    });
  }
}

const dayText = (day: string): string => day.split('-').toReversed().join('/');

/** @returns francs that stand as paid after a correction */
function comparePaye(
  found: Difference,
  tell: Tell,
  {
    deja,
    paye,
    taxes,
    obstacle,
  }: { deja: DejaRepris | undefined; paye: Paye; taxes: readonly TaxeImport[]; obstacle: string | undefined },
): number {
  const { annee, taxe, montant, jour, quittance } = paye;
  const before = deja?.montant ?? 0;
  const what = (champ: 'paye' | 'payeLe' | 'quittance'): string =>
    champImportHead(champDeLAnnee(champ, annee, taxe), taxes);
  if (montant !== before)
    tell(
      what('paye'),
      before === 0 ? 'rien' : formatFrancs(before),
      montant === 0 ? 'rien' : formatFrancs(montant),
    );
  const isDayOther = montant > 0 && deja !== undefined && jour !== null && !deja.jours.includes(jour);
  if (isDayOther) tell(what('payeLe'), deja.jours.map(dayText).join(', '), dayText(jour));
  const isPaperOther =
    montant > 0 && deja !== undefined && quittance !== null && !deja.quittances.includes(quittance);
  if (isPaperOther)
    tell(what('quittance'), deja.quittances.length > 0 ? deja.quittances.join(', ') : 'rien', quittance);
  if (montant === before && !isDayOther && !isPaperOther) return before;
  if (deja && (montant < before || isDayOther || isPaperOther)) {
    if (obstacle !== undefined) {
      found.details.push(`${what('paye')} : ${obstacle}`);
      return before;
    }
    found.annules.push(...deja.transactions);
    if (montant > 0) found.payes.push(paye);
  } else found.payes.push({ ...paye, montant: montant - before });
  return montant;
}

/**
 * An imported due is what was left to pay plus what was paid of it.
 * @param stated what the file says is left @param before what was imported as paid @param kept what stands as paid afterwards
 */
function compareImpaye(
  found: Difference,
  tell: Tell,
  {
    contribuable,
    annee,
    taxe,
    du,
    stated,
    before,
    kept,
    what,
  }: {
    contribuable: number;
    annee: number;
    taxe: number;
    du: DuAnterieur | undefined;
    stated: number | undefined;
    before: number;
    kept: number;
    what: string;
  },
): void {
  if ((du?.reprise ?? null) === null && (du?.calcule ?? null) !== null) {
    if (stated !== undefined)
      found.details.push(
        `${what} : ${formatFrancs(du?.calcule ?? 0)} y sont déjà calculés, le montant du fichier (${formatFrancs(stated)}) n’est pas repris`,
      );
    return;
  }
  const reprise = du?.reprise ?? null;
  const left = reprise === null ? 0 : Math.max(0, reprise - before);
  let impaye = stated ?? left;
  if (impaye !== left) tell(what, reprise === null ? 'rien' : formatFrancs(left), formatFrancs(impaye));
  // what was paid with Octroi stays paid
  const received = Math.max(0, (du?.paye ?? 0) - before);
  if (impaye < received) {
    if (impaye !== left)
      found.details.push(`${what} : ${formatFrancs(received)} en sont déjà payés, il reste tel quel`);
    impaye = left;
  }
  const arriere = { contribuable, annee, taxe, montant: impaye + kept };
  if (arriere.montant === (reprise ?? 0)) return;
  if (reprise === null) found.nouveaux.push(arriere);
  else if (arriere.montant > 0) found.corriges.push(arriere);
}

/** Whether a correction would write something. */
export const isCorrectable = ({
  fiche,
  lignes,
  nouveaux,
  corriges,
  payes,
  annules,
  photo,
}: Difference): boolean =>
  photo !== null ||
  Object.keys(fiche).length +
    lignes.length +
    nouveaux.length +
    corriges.length +
    payes.length +
    annules.length >
    0;
