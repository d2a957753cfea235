/** The notice of an imaginary taxpayer, to preview the papers. */
import { avisDe, type Echec, type Papier, type PapierRecord, soldeOf } from '@octroi/contract';
import type { PrintedPiece } from '../pieces/pieces.repository.ts';

/** No paper has this code: checking it answers that the paper is not genuine. */
const CODE = '0'.repeat(20);

/** An account with a quarterly tax of which two periods are paid. */
function compteOf(today: string) {
  const annee = Number(today.slice(0, 4));
  const echeances = [1, 2, 3, 4].map((periode): Echec => ({
    id: periode,
    annee,
    periode,
    periodes: 4,
    base: 'Terrasse',
    precision: 'Moins de 20 m²',
    taxe: { id: 1, nom: 'Taxe d’occupation' },
    montant: 8500,
    paye: periode <= 2 ? 8500 : 0,
    exigibleLe: `${annee}-${String(periode * 3 - 2).padStart(2, '0')}-01`,
  }));
  const exercices = [{ annee, prevu: 34_000, paye: 17_000, avance: 0, restant: 17_000 }];
  const solde = soldeOf(exercices, echeances, annee, today);
  return { jour: today, annee, exercices, echeances, attentes: [], solde };
}

export function specimen(
  { entite, version: _version, ...papier }: PapierRecord & Pick<Papier, 'paiement'>,
  today: string,
): PrintedPiece {
  const compte = compteOf(today);
  const base = { base: 'Terrasse', precision: 'Moins de 20 m²', nombre: 1 };
  const tarif = { nombre: 4, prix: 8500, parAn: 4 };
  return {
    code: CODE,
    numero: 'SPÉCIMEN',
    jour: today,
    impressions: 1,
    fin: null,
    contenu: {
      nature: 'avis',
      entite: { ...entite, code: 'XXX' },
      chemin: [entite.nom, 'Premier arrondissement', 'Grand Marché', 'Zone 1', 'Secteur A'],
      contribuable: {
        id: 0,
        numKlis: 'XXX-000000',
        fullName: 'Boutique des Exemples',
        telephone: '90 00 00 00',
        adresse: 'Rue de l’Exemple, porte 12',
      },
      papier,
      compte: avisDe(compte, [{ ...base, tarif, prixUnitaire: 34_000, total: 34_000 }]),
      prevus: [],
    },
  };
}
