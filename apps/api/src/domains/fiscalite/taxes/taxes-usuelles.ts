/**
 * Taxes that most communes levy, as a starting point: usual names and précisions, and rates in francs per period, which
 * each collectivité replaces with those of its deliberation.
 */
export interface TaxeUsuelle {
  nom: string;
  /** Category of taxes. */
  categorie: string;
  /** Type of equipment, with its code, or nature of activity; and the category of activities that it belongs to. */
  objet: { equipement: string; code: string; activite: string } | { nature: string; activite: string };
  /** Periods per year, 0 for once: selects the frequency. */
  occurrences: number;
  /** Day and month on which a yearly tax falls due; absent: the first day of its year. */
  limite?: string;
  tarif: number | Readonly<Record<string, number>>;
  /** What its lines are counted in, and the rules of a rate by that unit; absent: each line counts for one. */
  compte?: Readonly<{
    unite: string;
    decimales: number;
    franchise?: number;
    minimum?: number;
    maximum?: number;
  }>;
}

const MARCHES = 'Droits de place et de marché';
const DOMAINE = 'Occupation du domaine public';
const PUBLICITE = 'Publicité et enseignes';
const TRANSPORT = 'Transport et stationnement';
const BETAIL = 'Bétail et abattage';
const ACTIVITES = 'Taxes sur les activités';

const equipement = (nom: string, code: string, activite: string) => ({ equipement: nom, code, activite });

/** By the name used in requests. */
export const TAXES_USUELLES: Readonly<Record<string, TaxeUsuelle>> = {
  etal: {
    nom: 'Droit de place journalier',
    categorie: MARCHES,
    objet: equipement('Étal', 'ETA', 'Commerce'),
    occurrences: 365,
    tarif: { 'Petit étal': 50, 'Étal moyen': 100, 'Grand étal': 150 },
  },
  hangar: {
    nom: 'Droit de hangar',
    categorie: MARCHES,
    objet: equipement('Hangar', 'HAN', 'Commerce'),
    occurrences: 4,
    tarif: 4500,
  },
  kiosque: {
    nom: 'Redevance de kiosque',
    categorie: MARCHES,
    objet: equipement('Kiosque', 'KIO', 'Commerce'),
    occurrences: 12,
    tarif: { 'Kiosque en tôle': 1500, 'Kiosque en bois': 1250, 'Kiosque vitré': 2500 },
  },
  boutique: {
    nom: 'Redevance de boutique',
    categorie: MARCHES,
    objet: equipement('Boutique', 'BOU', 'Commerce'),
    occurrences: 1,
    tarif: { 'Moins de 12 m²': 24_000, 'De 12 à 30 m²': 42_000, 'Plus de 30 m²': 72_000 },
  },
  terrasse: {
    nom: 'Occupation du domaine public : terrasse',
    categorie: DOMAINE,
    objet: equipement('Terrasse', 'TER', 'Agroalimentaire et restauration'),
    occurrences: 4,
    tarif: 7500,
  },
  emprise: {
    nom: 'Occupation du domaine public au m²',
    categorie: DOMAINE,
    objet: equipement('Emprise au sol', 'EMP', 'Commerce'),
    occurrences: 1,
    tarif: 5000,
    compte: { unite: 'm²', decimales: 2 },
  },
  autorisation: {
    nom: 'Autorisation d’occuper le domaine public',
    categorie: DOMAINE,
    objet: equipement('Emprise au sol', 'EMP', 'Commerce'),
    occurrences: 0,
    tarif: 25_000,
  },
  depot: {
    nom: 'Dépôt de matériaux sur la voie',
    categorie: DOMAINE,
    objet: equipement('Dépôt de matériaux', 'DEP', 'Services'),
    occurrences: 12,
    tarif: 500,
    // ten square metres are free
    compte: { unite: 'm²', decimales: 2, franchise: 10 },
  },
  menage: {
    nom: 'Taxe de développement local',
    categorie: ACTIVITES,
    objet: equipement('Ménage', 'MEN', 'Services'),
    occurrences: 1,
    tarif: 1500,
    compte: { unite: 'personne', decimales: 0 },
  },
  affichage: {
    nom: 'Taxe sur l’affichage',
    categorie: PUBLICITE,
    objet: equipement('Panneau d’affichage', 'PAN', 'Services'),
    occurrences: 1,
    tarif: 3000,
    compte: { unite: 'm²', decimales: 2, minimum: 5000, maximum: 100_000 },
  },
  antenne: {
    nom: 'Redevance sur les antennes',
    categorie: DOMAINE,
    objet: equipement('Antenne de télécommunication', 'ANT', 'Services'),
    occurrences: 1,
    tarif: 500_000,
  },
  voirie: {
    nom: 'Taxe de voirie',
    categorie: DOMAINE,
    objet: equipement('Concession', 'COC', 'Services'),
    occurrences: 1,
    limite: '31/03',
    tarif: { Banco: 2000, 'Semi-dur': 3500, 'Dur sans étage': 6000, 'Dur à étage': 12_000 },
  },
  enseigne: {
    nom: 'Taxe sur l’enseigne',
    categorie: PUBLICITE,
    objet: equipement('Enseigne', 'ENS', 'Services'),
    occurrences: 1,
    tarif: { '1 m² au plus': 10_000, 'De 1 à 4 m²': 20_000, 'Plus de 4 m²': 40_000 },
  },
  taxi: {
    nom: 'Taxe de transport : taxi',
    categorie: TRANSPORT,
    objet: equipement('Taxi', 'TAX', 'Transport'),
    occurrences: 1,
    tarif: 15_000,
  },
  taxi_moto: {
    nom: 'Taxe de transport : taxi-moto',
    categorie: TRANSPORT,
    objet: equipement('Taxi-moto', 'TMO', 'Transport'),
    occurrences: 1,
    tarif: 6000,
  },
  stationnement: {
    nom: 'Droit de stationnement',
    categorie: TRANSPORT,
    objet: equipement('Place de stationnement', 'STA', 'Transport'),
    occurrences: 4,
    tarif: 3000,
  },
  betail: {
    nom: 'Taxe sur le bétail',
    categorie: BETAIL,
    objet: equipement('Troupeau', 'TRO', 'Élevage'),
    occurrences: 1,
    tarif: { 'Moins de 10 têtes': 2500, 'De 10 à 50 têtes': 7500, 'Plus de 50 têtes': 20_000 },
  },
  abattage: {
    nom: 'Taxe d’abattage',
    categorie: BETAIL,
    objet: equipement('Place d’abattage', 'ABA', 'Agroalimentaire et restauration'),
    occurrences: 12,
    tarif: { 'Petits ruminants': 2000, Bovins: 4000, Camelins: 5000 },
  },
  alimentation: {
    nom: 'Taxe sur l’alimentation générale',
    categorie: ACTIVITES,
    objet: { nature: 'Alimentation générale', activite: 'Commerce' },
    occurrences: 1,
    tarif: 18_000,
  },
  couture: {
    nom: 'Taxe sur la couture',
    categorie: ACTIVITES,
    objet: { nature: 'Couture et broderie', activite: 'Artisanat' },
    occurrences: 1,
    tarif: 9000,
  },
  coiffure: {
    nom: 'Taxe sur la coiffure',
    categorie: ACTIVITES,
    objet: { nature: 'Salon de coiffure', activite: 'Services' },
    occurrences: 1,
    tarif: 9000,
  },
  restaurant: {
    nom: 'Taxe sur la restauration',
    categorie: ACTIVITES,
    objet: { nature: 'Restaurant et maquis', activite: 'Agroalimentaire et restauration' },
    occurrences: 12,
    tarif: 3000,
  },
};
