/** Compares a row with the taxpayer that it is: what differs, and what a correction would write. No I/O. */
import { type Fiche, formatFrancs, type Ligne, type TaxeImport } from '@octroi/contract';
import { folded } from '@octroi/contract/platform/values/text';
import type { Arriere, DuAnterieur } from '#src/domains/fiscalite/index.ts';
import { champImportHead, champImpaye } from '@octroi/contract';
import type { Existing } from './import.repository.ts';
import type { Read } from './import.rules.ts';

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
  lignes: (Pick<Ligne, 'typeEquipement' | 'natureActivite' | 'precision'> & { quantite: number | null })[];
  nouveaux: Arriere[];
  corriges: Arriere[];
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

/** @param dus earlier dues of the taxpayer @param named place that the row names, as a path, and the taxes of the collectivité */
export function differenceOf(
  { body, impayes, bases }: Read,
  { id, fiche, lieu, lignes }: Existing,
  dus: readonly DuAnterieur[],
  { lieu: lieuDuFichier, taxes }: { lieu: string; taxes: readonly TaxeImport[] },
): Difference {
  const found: Difference = { details: [], fiche: {}, lignes: [], nouveaux: [], corriges: [] };
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
    const { typeEquipement, natureActivite, precision } = ligne;
    if (!same) {
      tell('Base taxable', 'rien', name);
      found.lignes.push({ typeEquipement, natureActivite, precision, quantite });
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
        precision: isPrecise ? same.precision : precision,
        quantite: isCounted ? same.quantite : quantite,
      });
  }

  for (const { annee, taxe, montant } of impayes) {
    const du = dus.find((one) => one.contribuable === id && one.annee === annee && one.taxe === taxe);
    const what = champImportHead(champImpaye(annee, taxe), taxes);
    const arriere = { contribuable: id, annee, taxe, montant };
    if (du?.reprise !== null && du?.reprise !== undefined) {
      if (du.reprise === montant) continue;
      tell(what, formatFrancs(du.reprise), formatFrancs(montant));
      if (du.paye > montant)
        found.details.push(`${what} : ${formatFrancs(du.paye)} en sont déjà payés, il reste tel quel`);
      else found.corriges.push(arriere);
    } else if (du?.calcule !== null && du?.calcule !== undefined)
      found.details.push(
        `${what} : ${formatFrancs(du.calcule)} y sont déjà calculés, le montant du fichier (${formatFrancs(montant)}) n’est pas repris`,
      );
    else {
      tell(what, 'rien', formatFrancs(montant));
      found.nouveaux.push(arriere);
    }
  }
  return found;
}

/** Whether a correction would write something. */
export const isCorrectable = ({ fiche, lignes, nouveaux, corriges }: Difference): boolean =>
  Object.keys(fiche).length + lignes.length + nouveaux.length + corriges.length > 0;
