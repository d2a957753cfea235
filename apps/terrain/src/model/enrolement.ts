/** Somebody who is being enrolled, as it is typed, and what becomes of it. */
import { isTelephone } from '@octroi/contract/contribuables/saisie/telephone';
import type { Act, Picture } from '#src/platform/log.ts';
import type { Referentiel } from '#src/platform/wire.ts';

export const STEPS = [1, 2, 3, 4, 5] as const;
export type Step = (typeof STEPS)[number];

/** A taxable line: a kind of equipment with its précision, or an activity. */
export interface Ligne {
  natureActivite?: number;
  typeEquipement?: number;
  precision?: string;
}

export interface Draft {
  local: string;
  nom: string;
  prenom: string;
  telephone: string;
  ramification: number | null;
  latitude: number | null;
  longitude: number | null;
  /** Metres. */
  precisionPosition: number | null;
  lignes: Ligne[];
  /** The reduced photo, base64, and its sha256: a draft is one sealed text. */
  photo: { empreinte: string; contenu: string } | null;
}

export const EMPTY: Draft = {
  local: '',
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

/** What is still missing at a step; undefined where nothing is. */
export function faultOf(draft: Draft, step: Step): string | undefined {
  if (step === 1) {
    if (!draft.nom.trim()) return 'Entrez le nom.';
    if (draft.telephone.trim() && !isTelephone(draft.telephone.trim()))
      return 'Le téléphone a 8 à 15 chiffres.';
  }
  if (step === 2 && draft.ramification === null) return 'Choisissez le lieu.';
  if (step === 3 && draft.lignes.length === 0) return 'Choisissez au moins un équipement ou une activité.';
  return undefined;
}

export function photoOf({ photo }: Draft): Picture | undefined {
  if (!photo) return undefined;
  const octets = Uint8Array.from(atob(photo.contenu), (one) => one.charCodeAt(0)).buffer;
  return { empreinte: photo.empreinte, octets };
}

export function toAct(draft: Draft, photo: Picture | undefined): Act {
  const { local, ramification, lignes, latitude, longitude, precisionPosition } = draft;
  const telephone = draft.telephone.trim();
  return {
    type: 'enrolement',
    corps: {
      local,
      nom: draft.nom.trim(),
      prenom: draft.prenom.trim(),
      ramification,
      lignes: lignes.map((ligne) => ({ ...ligne })),
      ...(telephone && { telephone }),
      ...(latitude !== null && longitude !== null && { latitude, longitude }),
      ...(precisionPosition !== null && { precisionPosition }),
      ...(photo && { photo: photo.empreinte }),
    },
  };
}

/** Something that can be taxed here, and for how much. */
export interface Choice {
  ligne: Ligne;
  nom: string;
  /** Francs of each of its taxes, with how often a year. */
  tarifs: { taxe: string; tarif: number; parAn: number }[];
}

/** The rate of a place: its own, else of the nearest above it. */
function rateAt(referentiel: Referentiel, taxe: number, lieu: number, precision: string | undefined) {
  const parents = new Map(referentiel.lieux.map(([id, , parent]) => [id, parent]));
  for (let at: number | null | undefined = lieu; at != null; at = parents.get(at)) {
    const rate = referentiel.tarifs.find(([of, place]) => of === taxe && place === at);
    if (!rate) continue;
    const named = precision ? rate[3].find(([nom]) => nom === precision)?.[1] : undefined;
    return named ?? rate[2] ?? undefined;
  }
  return undefined;
}

function precisionsOf(referentiel: Referentiel, typeEquipement: number): string[] {
  const taxes = new Set(referentiel.taxes.flatMap((taxe) => (taxe[3] === typeEquipement ? [taxe[0]] : [])));
  return [
    ...new Set(referentiel.tarifs.flatMap((rate) => (taxes.has(rate[0]) ? rate[3].map(([nom]) => nom) : []))),
  ];
}

/** All that can be taxed at a place, equipment first, by name. */
export function choicesAt(referentiel: Referentiel, lieu: number): Choice[] {
  const made = (ligne: Ligne, nom: string): Choice => {
    const taxes = referentiel.taxes.filter(
      ([, , nature, type]) =>
        (ligne.natureActivite && nature === ligne.natureActivite) ||
        (ligne.typeEquipement && type === ligne.typeEquipement),
    );
    const tarifs = taxes.flatMap(([id, taxe, , , parAn]) => {
      const tarif = rateAt(referentiel, id, lieu, ligne.precision);
      return tarif === undefined ? [] : [{ taxe, tarif, parAn }];
    });
    return { ligne, nom, tarifs };
  };
  const equipment = referentiel.typesEquipement.flatMap(([id, nom]) => {
    const precisions = precisionsOf(referentiel, id);
    if (precisions.length === 0) return [made({ typeEquipement: id }, nom)];
    return precisions.map((precision) => made({ typeEquipement: id, precision }, `${nom}, ${precision}`));
  });
  const activities = referentiel.natures.map(([id, nom]) => made({ natureActivite: id }, nom));
  // what no tax is levied on here comes last
  const all = [...equipment, ...activities];
  return [
    ...all.filter(({ tarifs }) => tarifs.length > 0),
    ...all.filter(({ tarifs }) => tarifs.length === 0),
  ];
}

export const sameLigne = (a: Ligne, b: Ligne): boolean =>
  a.natureActivite === b.natureActivite &&
  a.typeEquipement === b.typeEquipement &&
  a.precision === b.precision;
