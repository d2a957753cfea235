/** Account data of the counter, and its shortcut keys. Pure. */
import type { NatureMoyen } from '@octroi/contract/constants';
import type { Compte, Echec } from '@octroi/contract/contribuables/fiche/compte';
import { resteOf } from '@octroi/contract/contribuables/fiche/solde';
import { periodeCourte } from '@octroi/contract/fiscalite/echeances/periodes';
import { sumBy } from '@octroi/contract/platform/values/money';
import { formatDay } from '@octroi/contract/platform/values/period';

/** The chosen taxpayer, from the search result. */
export interface Personne {
  id: number;
  nom: string;
  detail: string;
}

/** The amount for one taxpayer. */
export interface Ligne {
  personne: Personne;
  montant: number;
  annee: number | null;
}

export interface Rapide {
  touche: 'a' | 'n' | 't';
  label: string;
  montant: number;
  /** The year to pay first. */
  annee: number | null;
}

const resteDe = (echeances: readonly Echec[]): number => sumBy(echeances, resteOf);

/** Suggested amounts, with their shortcut key. */
export const rapides = ({ annee, echeances, solde }: Compte): Rapide[] => [
  {
    touche: 'a',
    label: 'Solder les arriérés',
    montant: resteDe(echeances.filter((each) => each.annee < annee)),
    annee: null,
  },
  {
    touche: 'n',
    label: `Solder ${annee}`,
    montant: resteDe(echeances.filter((each) => each.annee === annee)),
    annee,
  },
  { touche: 't', label: 'Tout solder', montant: solde.aPayer, annee: null },
];

export type Etat = 'payé' | 'échu' | 'à échoir';
export const etatDe = (echec: Echec, jour: string): Etat => {
  if (resteOf(echec) === 0) return 'payé';
  return echec.exigibleLe <= jour ? 'échu' : 'à échoir';
};

/** `T2 01/04/2026`, with the due day if unpaid. */
export const echeanceText = (echec: Echec, jour: string): string =>
  etatDe(echec, jour) === 'payé'
    ? periodeCourte(echec)
    : `${periodeCourte(echec)} ${formatDay(echec.exigibleLe)}`;

export interface ParTaxe {
  cle: string;
  taxe: string;
  base: string;
  reste: number;
  echeances: Echec[];
}
interface ParAnnee {
  annee: number;
  reste: number;
  taxes: ParTaxe[];
}

/** The years with unpaid amounts, and the current one; by tax and base. */
export function parAnnee({ annee, echeances }: Compte): ParAnnee[] {
  const years = Map.groupBy(echeances, (each) => each.annee);
  return [...years]
    .filter(([year, group]) => year === annee || resteDe(group) > 0)
    .map(([year, dues]) => ({
      annee: year,
      reste: resteDe(dues),
      taxes: [...Map.groupBy(dues, ({ taxe, base, precision }) => [taxe.id, base, precision].join(' '))].map(
        ([cle, group]) => {
          const [{ taxe, base, precision }] = group as [Echec];
          return {
            cle,
            taxe: taxe.nom,
            base: precision ? `${base}, ${precision}` : base,
            reste: resteDe(group),
            echeances: group,
          };
        },
      ),
    }));
}

interface Paye {
  annee: number;
  montant: number;
  lignes: { cle: string; texte: string; montant: number }[];
}

/** The server's preview of the payment, by year and tax. */
export function payeParAnnee(
  parts: readonly { echeance: number; annee: number; montant: number }[],
  { echeances }: Compte,
): Paye[] {
  const byId = new Map(echeances.map((each) => [each.id, each]));
  const paid = parts.flatMap(({ echeance, montant }) => {
    const echec = byId.get(echeance);
    return echec ? [{ echec, montant }] : [];
  });
  return [...Map.groupBy(paid, ({ echec }) => echec.annee)].map(([annee, ofYear]) => ({
    annee,
    montant: sumBy(ofYear, ({ montant }) => montant),
    lignes: [...Map.groupBy(ofYear, ({ echec }) => echec.taxe.nom)].map(([taxe, group]) => ({
      cle: taxe,
      texte: `${taxe} · ${[...new Set(group.map(({ echec }) => periodeCourte(echec)))].join(', ')}`,
      montant: sumBy(group, ({ montant }) => montant),
    })),
  }));
}

/** The payment kinds of the counter, with their shortcut key. */
export const NATURES: readonly { nature: NatureMoyen; touche: string; label: string }[] = [
  { nature: 'espèces', touche: 'e', label: 'Espèces' },
  { nature: 'mobile', touche: 'm', label: 'Mobile' },
  { nature: 'chèque', touche: 'c', label: 'Chèque' },
  { nature: 'virement', touche: 'v', label: 'Virement' },
  { nature: 'carte', touche: 'r', label: 'Carte' },
];

/** The likely amounts of cash received: the sum itself, then round amounts above it. */
export function sommesProbables(montant: number): number[] {
  const roundAmounts = [1_000, 5_000, 10_000].map((round) => Math.ceil(montant / round) * round);
  return montant > 0 ? [...new Set([montant, ...roundAmounts])].slice(0, 4) : [];
}
