/** The first step of the wizard: everything except the rates. */
import { objetFaults, TAXE_MESSAGES } from '@octroi/contract/fiscalite/taxes/taxes';
import {
  DELAI_MAX,
  isLimite,
  limiteTapee,
  type Terme,
  TERME_MESSAGES,
} from '@octroi/contract/fiscalite/taxes/terme';
import type { Nested } from '@octroi/contract/platform/http/schemas';
import { type Etat, isComplete, tarification, toApplications, type Lieu } from '../tarifs/rates.ts';
import type { Whole } from '#src/ui/form/WholeInput.tsx';
import type { Taxe } from './taxes.tsx';

export interface Infos {
  entite: Nested | null;
  nom: string;
  categorie: Nested | null;
  natureActivite: Nested | null;
  typeEquipement: Nested | null;
  frequence: Nested | null;
  /** The day of a yearly tax, as typed; empty: none. */
  limite: string;
  /** Days after a period begins, of any other tax. */
  delai: Whole;
  enabled: boolean;
}
/** Fields with a select. */
export type ChoiceField = 'categorie' | 'natureActivite' | 'typeEquipement' | 'frequence';

export const emptyInfos = (entite: Nested | null): Infos => ({
  entite,
  nom: '',
  categorie: null,
  natureActivite: null,
  typeEquipement: null,
  frequence: null,
  limite: '',
  delai: '',
  enabled: true,
});

export const infosOf = ({
  entite,
  nom,
  categorie,
  natureActivite,
  typeEquipement,
  frequence,
  limite,
  delai,
  enabled,
}: Taxe): Infos => ({
  entite,
  nom,
  categorie,
  natureActivite,
  typeEquipement,
  frequence,
  limite: limite ?? '',
  delai: delai ?? '',
  enabled,
});

/** Choosing an activity clears the equipment and vice versa (specification 1 section 4). */
export function withChoice(infos: Infos, field: ChoiceField, choice: Nested | null): Infos {
  const next = { ...infos, [field]: choice };
  if (choice && field === 'natureActivite') next.typeEquipement = null;
  if (choice && field === 'typeEquipement') next.natureActivite = null;
  // a day of the year goes with a yearly tax, a delay with any other one
  if (field === 'frequence' && choice?.id !== infos.frequence?.id)
    Object.assign(next, { limite: '', delai: '' });
  return next;
}

/** Another collectivité has other categories, activities and equipment, so they are cleared. */
export const withEntite = (infos: Infos, entite: Nested | null): Infos => ({
  ...infos,
  entite,
  categorie: null,
  natureActivite: null,
  typeEquipement: null,
});

export type Faults = Partial<Record<string, string>>;

/** The errors of the first step, by field (specification 1 section 5). */
export function infosFaults(infos: Infos, etat: Etat): Faults {
  const faults: Faults = {};
  if (!infos.entite) faults['entite'] = TAXE_MESSAGES.entite;
  if (etat.annees.length === 0) faults['annee'] = TAXE_MESSAGES.annee;
  if (infos.nom.trim() === '') faults['nom'] = TAXE_MESSAGES.nom;
  if (!infos.categorie) faults['categorie'] = TAXE_MESSAGES.categorie;
  for (const { field, message } of objetFaults(infos.natureActivite, infos.typeEquipement))
    faults[field] = message;
  if (!infos.frequence) faults['frequence'] = TAXE_MESSAGES.frequence;
  if (infos.limite !== '' && !isLimite(limiteTapee(infos.limite))) faults['limite'] = TERME_MESSAGES.limite;
  if (infos.delai !== '' && !(Number.isInteger(infos.delai) && infos.delai >= 0 && infos.delai <= DELAI_MAX))
    faults['delai'] = TERME_MESSAGES.delai;
  if (!isComplete(tarification(etat).general, etat)) faults['tarifs'] = 'Veuillez compléter les tarifs';
  return faults;
}

/** When the tax falls due. */
export const termeOf = ({ limite, delai }: Infos): Terme => ({
  limite: limite === '' ? null : limiteTapee(limite),
  delai: delai === '' || Number.isNaN(delai) ? null : delai,
});

/** The body of the request. */
export const bodyOf = (infos: Infos, etat: Etat, lieux: readonly Lieu[]) => ({
  nom: infos.nom.trim(),
  entite: infos.entite?.id,
  categorie: infos.categorie?.id,
  natureActivite: infos.natureActivite?.id ?? null,
  typeEquipement: infos.typeEquipement?.id ?? null,
  frequence: infos.frequence?.id,
  ...termeOf(infos),
  enabled: infos.enabled,
  applications: toApplications(etat, lieux),
});
export type TaxeBody = ReturnType<typeof bodyOf>;
