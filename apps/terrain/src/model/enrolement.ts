/** An enrolment being typed, and the command it becomes. */
import { isTelephone } from '@octroi/contract/contribuables/saisie/telephone';
import type { Act } from '#src/platform/log/log.ts';
import type { TakenPhoto } from '#src/platform/device/picture.ts';
import type { Referentiel } from '#src/platform/exchange/wire.ts';
import { quantiteFault, type Unite } from '@octroi/contract/fiscalite/tarifs/bareme';
import type { Day } from '@octroi/contract/platform/values/period';
import { enVigueur, type Ligne, type Tarif, tarifsOf, uniteOf } from './estimation.ts';

export const STEPS = [1, 2, 3, 4, 5] as const;
export type Step = (typeof STEPS)[number];

export interface Draft {
  local: string;
  /** Whether it is a company: `nom` and `prenom` are those of its head. */
  societe: boolean;
  raisonSociale: string;
  nif: string;
  nom: string;
  prenom: string;
  telephone: string;
  ramification: number | null;
  latitude: number | null;
  longitude: number | null;
  /** Metres. */
  precisionPosition: number | null;
  lignes: Ligne[];
  photo: TakenPhoto | null;
}

export const EMPTY: Draft = {
  local: '',
  societe: false,
  raisonSociale: '',
  nif: '',
  nom: '',
  prenom: '',
  telephone: '',
  ramification: null,
  latitude: null,
  longitude: null,
  precisionPosition: null,
  lignes: [],
  photo: null,
};

/** The error of the quantity of a line, by the unit of its base. */
export function ligneFault(referentiel: Referentiel | null, ligne: Ligne): string | undefined {
  return quantiteFault(ligne.quantite ?? null, referentiel ? uniteOf(referentiel, ligne) : null);
}

/** The name that the list will show. */
export const nomOf = ({ societe, raisonSociale, nom, prenom }: Draft): string =>
  societe ? raisonSociale.trim() : `${nom} ${prenom}`.trim();

/** The error of a step; undefined if it is complete. */
export function faultOf(draft: Draft, step: Step, referentiel: Referentiel | null): string | undefined {
  if (step === 1) {
    if (draft.societe && !draft.raisonSociale.trim()) return 'Entrez la raison sociale.';
    if (!draft.nom.trim()) return draft.societe ? 'Entrez le nom du responsable.' : 'Entrez le nom.';
    if (draft.telephone.trim() && !isTelephone(draft.telephone.trim()))
      return 'Le téléphone a 8 à 15 chiffres.';
  }
  if (step === 2 && draft.ramification === null) return 'Choisissez le lieu.';
  if (step !== 3) return undefined;
  if (draft.lignes.length === 0) return 'Choisissez au moins un équipement ou une activité.';
  return draft.lignes.flatMap((ligne) => ligneFault(referentiel, ligne) ?? [])[0];
}

export function toAct(draft: Draft): Act {
  const { local, ramification, lignes, latitude, longitude, precisionPosition, photo } = draft;
  const telephone = draft.telephone.trim();
  const nif = draft.nif.trim();
  return {
    type: 'enrolement',
    corps: {
      local,
      nom: draft.nom.trim(),
      prenom: draft.prenom.trim(),
      ramification,
      lignes: lignes.map((ligne) => ({ ...ligne })),
      ...(draft.societe && {
        type: 'Personne morale',
        raisonSociale: draft.raisonSociale.trim(),
        ...(nif && { nif }),
      }),
      ...(telephone && { telephone }),
      ...(latitude !== null && longitude !== null && { latitude, longitude }),
      ...(precisionPosition !== null && { precisionPosition }),
      ...(photo && { photo: photo.empreinte }),
    },
  };
}

/** A taxable base of this place, with its price. */
export interface Choice {
  ligne: Ligne;
  nom: string;
  tarifs: Tarif[];
  /** The unit of the base; null if it is counted by piece. */
  unite: Unite | null;
}

/** The précisions that a line of an equipment chooses from. */
function precisionsOf(referentiel: Referentiel, typeEquipement: number): string[] {
  const taxes = new Set(referentiel.taxes.flatMap((taxe) => (taxe[3] === typeEquipement ? [taxe[0]] : [])));
  const inTranches = new Set(referentiel.seuils?.map(([taxe, lieu]) => `${taxe} ${lieu}`));
  return [
    ...new Set(
      referentiel.tarifs.flatMap(([taxe, lieu, , precisions]) =>
        taxes.has(taxe) && !inTranches.has(`${taxe} ${lieu}`) ? precisions.map(([nom]) => nom) : [],
      ),
    ),
  ];
}

/** The taxable bases of a place with their rates of a day: equipment first, then activities, by name. */
export function choicesAt(all: Referentiel, lieu: number, jour: Day): Choice[] {
  const referentiel = enVigueur(all, jour);
  const choiceOf = (ligne: Ligne, nom: string): Choice => ({
    ligne,
    nom,
    tarifs: tarifsOf(referentiel, lieu, ligne),
    unite: uniteOf(referentiel, ligne),
  });
  const equipment = referentiel.typesEquipement.flatMap(([id, nom]) => {
    const precisions = precisionsOf(referentiel, id);
    if (precisions.length === 0) return [choiceOf({ typeEquipement: id }, nom)];
    return precisions.map((precision) => choiceOf({ typeEquipement: id, precision }, `${nom}, ${precision}`));
  });
  const activities = referentiel.natures.map(([id, nom]) => choiceOf({ natureActivite: id }, nom));
  // bases without a tax here come last
  const bases = [...equipment, ...activities];
  return [
    ...bases.filter(({ tarifs }) => tarifs.length > 0),
    ...bases.filter(({ tarifs }) => tarifs.length === 0),
  ];
}
