/** Conversion between a taxpayer's record and the values of its forms. */
import type { Deplacement } from '@octroi/contract/contribuables/deplacement';
import { type Contribuable, contribuableBody } from '@octroi/contract/contribuables/saisie/saisie';
import {
  auChoix,
  baremeDe,
  countsUnits,
  montantAffiche,
  QUANTITE_MAX,
} from '@octroi/contract/fiscalite/tarifs/bareme';
import type { TarifLieu } from '@octroi/contract/fiscalite/tarifs/tarifs';
import type { RequestOf } from '#src/platform/call.ts';
import { deplacementOf, type MotifText, NO_MOTIF } from '../actes/motif.ts';
import { correctionFaults, correctionOf, type Counted, isRescaled, UNCOUNTED } from './quantite.ts';
import { NO_POSITION, type PositionText, positionText, readPosition } from '#src/ui/map/position.ts';

/** A line as entered: ids are strings, as in selects. */
export interface LigneText extends Counted {
  /** Id of a stored line. */
  id?: number;
  typeEquipement: string | null;
  precision: string | null;
  natureActivite: string | null;
  /** Whether it owes the taxes collected once; undefined until the server asks. */
  uneFois?: boolean | undefined;
}

export interface FicheText {
  type: 'Personne physique' | 'Personne morale';
  raisonSociale: string;
  nif: string;
  nom: string;
  prenom: string;
  age: number | '';
  lieuNaissance: string;
  telephone: string;
  moyenPaiementPrefere: string | null;
  typePieceIdentite: string | null;
  numeroPieceIdentite: string;
  adresse: string;
  nbreBetail: number | '';
  entite: string | null;
  ramification: string | null;
  /** Reason of a change of place. */
  motif: MotifText;
  position: PositionText;
  enabled: boolean;
  lignes: LigneText[];
}

export const EMPTY_LINE: LigneText = { typeEquipement: null, precision: null, natureActivite: null };

export const emptyFiche = (entite: number | undefined): FicheText => ({
  type: 'Personne physique',
  raisonSociale: '',
  nif: '',
  nom: '',
  prenom: '',
  age: '',
  lieuNaissance: '',
  telephone: '',
  moyenPaiementPrefere: null,
  typePieceIdentite: null,
  numeroPieceIdentite: '',
  adresse: '',
  nbreBetail: '',
  entite: entite === undefined ? null : String(entite),
  ramification: null,
  motif: NO_MOTIF,
  position: NO_POSITION,
  enabled: true,
  lignes: [EMPTY_LINE],
});

const idOf = (nested: { id: number } | null): string | null => (nested ? String(nested.id) : null);

export function ficheOf(row: Contribuable): FicheText {
  const { latitude, longitude, ramification } = row;
  return {
    type: row.type === 'Personne morale' ? 'Personne morale' : 'Personne physique',
    raisonSociale: row.raisonSociale ?? '',
    nif: row.nif ?? '',
    nom: row.nom,
    prenom: row.prenom,
    age: row.age ?? '',
    lieuNaissance: row.lieuNaissance ?? '',
    telephone: row.telephone ?? '',
    moyenPaiementPrefere: idOf(row.moyenPaiementPrefere),
    typePieceIdentite: row.typePieceIdentite,
    numeroPieceIdentite: row.numeroPieceIdentite ?? '',
    adresse: row.adresse ?? '',
    nbreBetail: row.nbreBetail ?? '',
    entite: String(ramification.entite.id),
    ramification: String(ramification.id),
    motif: NO_MOTIF,
    position: positionText({ latitude, longitude }),
    enabled: row.enabled,
    lignes: row.lignes.map(({ id, typeEquipement, natureActivite, precision, unite, quantite }) => ({
      id,
      typeEquipement: idOf(typeEquipement),
      natureActivite: idOf(natureActivite),
      precision,
      ...(unite === null ? {} : { quantite: quantite ?? '', compte: { unite, quantite } }),
    })),
  };
}

const isEmpty = ({ typeEquipement, natureActivite }: LigneText): boolean =>
  !typeEquipement && !natureActivite;

/** The lines to send with their index on screen; empty lines are left out. */
export const chosenLignes = (lignes: readonly LigneText[]): { ligne: LigneText; rank: number }[] =>
  lignes.flatMap((ligne, rank) => (isEmpty(ligne) ? [] : [{ ligne, rank }]));

/** Errors by field, with line indexes as on screen. */
export function faultsAt(
  errors: readonly { field: string; message: string }[],
  { lignes }: FicheText,
): Record<string, string> {
  const ranks = chosenLignes(lignes).map(({ rank }) => rank);
  return Object.fromEntries(
    errors
      .toReversed()
      .map(({ field, message }) => [
        field.replace(/^lignes\.(\d+)/, (_, index: string) => `lignes.${ranks[Number(index)] ?? index}`),
        message,
      ]),
  );
}

const filled = <Value>(value: Value | ''): Value | null => (value === '' ? null : value);

/** The messages still valid after a change of lines: those of changed or moved lines are dropped. */
export const faultsLeft = <Message>(
  errors: Readonly<Record<string, Message>>,
  before: readonly LigneText[],
  after: readonly LigneText[],
): Record<string, Message> =>
  Object.fromEntries(
    Object.entries(errors).filter(([field]) => {
      const [, rank] = /^lignes\.(\d+)/.exec(field) ?? [];
      return rank === undefined ? field !== 'lignes' : before[Number(rank)] === after[Number(rank)];
    }),
  );

/** A line to send: without a quantity if its base is counted by piece, with a reason if a stored quantity changes. */
function ligneBody({ quantite, compte: _, correction: _correction, ...ligne }: LigneText) {
  if (quantite === undefined) return ligne;
  return { ...ligne, quantite: filled(quantite), ...correctionOf(_correction) };
}

/** The body of a creation or an edition. */
export function bodyOf({
  position,
  lignes,
  motif: _,
  ...fiche
}: FicheText): RequestOf<'POST /contribuables'>['body'] {
  const place = readPosition(position);
  return {
    ...fiche,
    entite: fiche.entite ?? undefined,
    raisonSociale: filled(fiche.raisonSociale),
    nif: filled(fiche.nif),
    age: filled(fiche.age),
    lieuNaissance: filled(fiche.lieuNaissance),
    telephone: filled(fiche.telephone),
    numeroPieceIdentite: filled(fiche.numeroPieceIdentite),
    adresse: filled(fiche.adresse),
    nbreBetail: filled(fiche.nbreBetail),
    latitude: place?.latitude ?? null,
    longitude: place?.longitude ?? null,
    lignes: chosenLignes(lignes).map(({ ligne }) => ligneBody(ligne)),
  };
}

/** Whether the place differs from the stored one. */
export const isMoved = (fiche: FicheText, initial: FicheText): boolean =>
  fiche.ramification !== null && fiche.ramification !== initial.ramification;

/** The reason of a change of place, to send; undefined without a change, or while it is incomplete. */
export function reasonOfMove(fiche: FicheText, initial: FicheText): { deplacement?: Deplacement } {
  const reason = deplacementOf(fiche.motif);
  return isMoved(fiche, initial) && 'deplacement' in reason ? { deplacement: reason.deplacement } : {};
}

/** The missing parts of the reason of a change of place. */
export function moveFaults(fiche: FicheText, initial: FicheText): Record<string, string> {
  const reason = deplacementOf(fiche.motif);
  return isMoved(fiche, initial) && 'faults' in reason ? reason.faults : {};
}

/** Missing reasons of changed quantities. */
export const quantiteFaults = ({ lignes }: FicheText): Record<string, string> =>
  Object.fromEntries(
    lignes.flatMap((ligne, rank) =>
      isRescaled(ligne)
        ? Object.entries(correctionFaults(ligne.correction)).map(([field, message]) => [
            `lignes.${rank}.${field}`,
            message,
          ])
        : [],
    ),
  );

/** The contract's validation, before the request. */
export function contractFaults(fiche: FicheText): Record<string, string> {
  const { error } = contribuableBody.safeParse(bodyOf(fiche));
  const issues = error?.issues ?? [];
  return faultsAt(
    issues.map(({ path, message }) => ({ field: path.join('.'), message })),
    fiche,
  );
}

/** The rates that apply to a line at its place: one of each tax of its base. */
export const tarifsOf = (
  tarifs: readonly TarifLieu[],
  { typeEquipement, natureActivite }: LigneText,
): TarifLieu[] =>
  tarifs.filter((tarif) =>
    typeEquipement
      ? String(tarif.typeEquipement?.id) === typeEquipement
      : natureActivite !== null && String(tarif.natureActivite?.id) === natureActivite,
  );

/** What another base does not keep. */
const OTHER_BASE = { ...UNCOUNTED, uneFois: undefined };

/** Sets the equipment type of a line. Another type clears the précision, which belongs to the former type. */
export const withEquipement = (ligne: LigneText, typeEquipement: string | null): LigneText => ({
  ...ligne,
  typeEquipement,
  precision: typeEquipement === ligne.typeEquipement ? ligne.precision : null,
  ...(typeEquipement === ligne.typeEquipement ? {} : OTHER_BASE),
});

/** Sets the activity of a line. */
export const withActivite = (ligne: LigneText, natureActivite: string | null): LigneText => ({
  ...ligne,
  natureActivite,
  ...(natureActivite === ligne.natureActivite ? {} : OTHER_BASE),
});

/** Why a non-empty line has no price. */
export function whyNoPrice(
  tarif: TarifLieu | undefined,
  { typeEquipement, natureActivite, precision }: LigneText,
): string {
  if (!typeEquipement && !natureActivite) return '';
  if (!tarif) return 'sans tarif';
  const choices = auChoix(tarif.precisions);
  if (choices.length > 0 && !choices.some(({ libelle }) => libelle === precision))
    return 'précision à choisir';
  return countsUnits(tarif) ? 'quantité à entrer' : 'sans tarif';
}

/** The quantity of a line; null while it is missing or not valid. */
const quantiteOf = ({ quantite }: Pick<LigneText, 'quantite'>): number | null =>
  typeof quantite === 'number' && quantite > 0 && quantite <= QUANTITE_MAX ? quantite : null;

type Priced = Pick<LigneText, 'precision' | 'quantite'>;

/** The rate of a line with what it counts; undefined without a charge, or while the quantity that decides is missing. */
export const baremeOf = (tarif: TarifLieu, ligne: Priced) =>
  baremeDe(tarif, ligne.precision, quantiteOf(ligne));

/** Francs per period of a line; undefined without a charge, or while its quantity is missing. */
export function priceOf(tarif: TarifLieu | undefined, ligne: Priced): number | undefined {
  const bareme = tarif && baremeOf(tarif, ligne);
  return bareme && (montantAffiche(bareme, quantiteOf(ligne)) ?? undefined);
}
