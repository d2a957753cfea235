/** The local taxes of the demonstration with their rates of 2022 in Niamey, in francs a period. */
import type { CategorieTaxeCle, EquipementCle, FrequenceCle, NatureCle } from './nomenclatures.ts';

interface TaxeBase {
  nom: string;
  categorie: CategorieTaxeCle;
  frequence: FrequenceCle;
  /** Price of one period, or the labels of its précisions with theirs. */
  tarif: number | Readonly<Record<string, number>>;
  /** Dearer in the first département (the centre), cheaper in the last one. */
  parDepartement?: true;
  /** Dearer still in the first quartier of each département, by an application of its own. */
  parQuartier?: true;
  /** Left out in the last quartier of each département: stored as an exclusion. */
  horsPeripherie?: true;
}
export type TaxeSource = TaxeBase & ({ equipement: EquipementCle } | { nature: NatureCle });

const equipements: readonly TaxeSource[] = [
  {
    nom: 'Droit de place journalier',
    categorie: 'marches',
    equipement: 'etal',
    frequence: 'journaliere',
    tarif: { 'Petit étal': 50, 'Étal moyen': 100, 'Grand étal': 150 },
    parDepartement: true,
  },
  {
    nom: 'Droit de hangar',
    categorie: 'marches',
    equipement: 'hangar',
    frequence: 'trimestrielle',
    tarif: 4500,
    parDepartement: true,
  },
  {
    nom: 'Redevance de kiosque',
    categorie: 'marches',
    equipement: 'kiosque',
    frequence: 'mensuelle',
    tarif: { 'Kiosque en tôle': 1500, 'Kiosque en bois': 1250, 'Kiosque vitré': 2500 },
    parDepartement: true,
    parQuartier: true,
  },
  {
    nom: 'Redevance de boutique',
    categorie: 'marches',
    equipement: 'boutique',
    frequence: 'annuelle',
    tarif: { 'Moins de 12 m²': 24000, 'De 12 à 30 m²': 42000, 'Plus de 30 m²': 72000 },
    parDepartement: true,
    parQuartier: true,
  },
  {
    nom: 'Redevance de magasin',
    categorie: 'marches',
    equipement: 'magasin',
    frequence: 'semestrielle',
    tarif: 30000,
    parDepartement: true,
  },
  {
    nom: 'Occupation du domaine public : conteneur',
    categorie: 'domaine',
    equipement: 'conteneur',
    frequence: 'annuelle',
    tarif: { '10 pieds': 20000, '20 pieds': 36000, '40 pieds': 60000 },
  },
  {
    nom: 'Occupation du domaine public : atelier',
    categorie: 'domaine',
    equipement: 'atelier',
    frequence: 'annuelle',
    tarif: 12000,
    parDepartement: true,
  },
  {
    nom: 'Occupation du domaine public : terrasse',
    categorie: 'domaine',
    equipement: 'terrasse',
    frequence: 'trimestrielle',
    tarif: 7500,
    horsPeripherie: true,
  },
  {
    nom: "Taxe sur l'enseigne",
    categorie: 'publicite',
    equipement: 'enseigne',
    frequence: 'annuelle',
    tarif: { '1 m² au plus': 10000, 'De 1 à 4 m²': 20000, 'Plus de 4 m²': 40000 },
    horsPeripherie: true,
  },
  {
    nom: 'Taxe sur la publicité : panneau',
    categorie: 'publicite',
    equipement: 'panneau',
    frequence: 'annuelle',
    tarif: {
      '2 m² au plus': 30000,
      '4 × 3 m, une face': 120000,
      '4 × 3 m, deux faces': 200000,
      Lumineux: 300000,
    },
    parDepartement: true,
  },
  {
    nom: 'Redevance sur les antennes',
    categorie: 'domaine',
    equipement: 'antenne',
    frequence: 'annuelle',
    tarif: 500000,
  },
  {
    nom: 'Taxe sur les dépôts de carburant',
    categorie: 'domaine',
    equipement: 'depot',
    frequence: 'annuelle',
    tarif: { "Jusqu'à 10 m³": 50000, 'Plus de 10 m³': 100000 },
  },
  {
    nom: 'Taxe sur les pompes à carburant',
    categorie: 'domaine',
    equipement: 'pompe',
    frequence: 'semestrielle',
    tarif: 40000,
  },
  {
    nom: 'Taxe sur les moulins',
    categorie: 'activites',
    equipement: 'moulin',
    frequence: 'annuelle',
    tarif: 12000,
    horsPeripherie: true,
  },
  {
    nom: 'Taxe de transport : taxi',
    categorie: 'transport',
    equipement: 'taxi',
    frequence: 'annuelle',
    tarif: 15000,
  },
  {
    nom: 'Taxe de transport : taxi-moto',
    categorie: 'transport',
    equipement: 'taxi_moto',
    frequence: 'annuelle',
    tarif: 6000,
  },
  {
    nom: 'Taxe de transport : tricycle',
    categorie: 'transport',
    equipement: 'tricycle',
    frequence: 'annuelle',
    tarif: 9000,
  },
  {
    nom: 'Taxe de transport : bus',
    categorie: 'transport',
    equipement: 'bus',
    frequence: 'annuelle',
    tarif: { 'Moins de 20 places': 20000, 'De 20 à 40 places': 32000, 'Plus de 40 places': 48000 },
  },
  {
    nom: 'Taxe de transport : camion',
    categorie: 'transport',
    equipement: 'camion',
    frequence: 'annuelle',
    tarif: { '10 t au plus': 30000, 'Plus de 10 t': 50000 },
  },
  {
    nom: 'Taxe sur les charrettes',
    categorie: 'transport',
    equipement: 'charrette',
    frequence: 'annuelle',
    tarif: 2000,
  },
  {
    nom: 'Droit de stationnement',
    categorie: 'transport',
    equipement: 'stationnement',
    frequence: 'trimestrielle',
    tarif: 3000,
    parDepartement: true,
  },
  {
    nom: 'Taxe de voirie',
    categorie: 'domaine',
    equipement: 'concession',
    frequence: 'annuelle',
    tarif: { Banco: 2000, 'Semi-dur': 3500, 'Dur sans étage': 6000, 'Dur à étage': 12000 },
    parDepartement: true,
  },
  {
    nom: 'Taxe sur le bétail',
    categorie: 'betail',
    equipement: 'troupeau',
    frequence: 'annuelle',
    tarif: { 'Moins de 10 têtes': 2500, 'De 10 à 50 têtes': 7500, 'Plus de 50 têtes': 20000 },
  },
  {
    nom: "Taxe d'abattage",
    categorie: 'betail',
    equipement: 'abattage',
    frequence: 'mensuelle',
    tarif: { 'Petits ruminants': 2000, Bovins: 4000, Camelins: 5000 },
  },
];

/** `[nature, tarif]`, yearly unless said; the tax is named after the activity. */
const activites: readonly (readonly [NatureCle, string, number, FrequenceCle?])[] = [
  ['alimentation_generale', "Taxe sur l'alimentation générale", 18000],
  ['boutique_divers', 'Taxe sur le commerce de divers', 12000],
  ['cereales', 'Taxe sur la vente de céréales', 10000],
  ['friperie', 'Taxe sur la friperie', 8000],
  ['tissus', 'Taxe sur la vente de tissus', 12000],
  ['quincaillerie', 'Taxe sur les quincailleries', 30000],
  ['pieces', 'Taxe sur les pièces détachées', 20000],
  ['telephones', 'Taxe sur la vente de téléphones', 12000],
  ['pharmacie', 'Taxe sur les pharmacies', 48000],
  ['hydrocarbures', "Taxe sur la vente d'hydrocarbures", 40000, 'semestrielle'],
  ['couture', 'Taxe sur la couture', 6000],
  ['menuiserie', 'Taxe sur la menuiserie', 8000],
  ['soudure', 'Taxe sur la soudure', 8000],
  ['forge', 'Taxe sur les forges', 4000],
  ['mecanique', 'Taxe sur la mécanique', 9000],
  ['maroquinerie', 'Taxe sur la maroquinerie', 5000],
  ['bijouterie', 'Taxe sur la bijouterie', 12000],
  ['coiffure', 'Taxe sur les salons de coiffure', 7000],
  ['telecentre', 'Taxe sur les télécentres', 10000],
  ['transfert', "Taxe sur le transfert d'argent", 24000],
  ['cyber', 'Taxe sur les cybercafés', 15000],
  ['lavage', 'Taxe sur le lavage de véhicules', 6000],
  ['hotel', 'Taxe sur les hôtels et auberges', 50000, 'semestrielle'],
  ['banque', 'Taxe sur les établissements financiers', 200000],
  ['telecom', 'Taxe sur les télécommunications', 250000],
  ['btp', 'Taxe sur le bâtiment et les travaux publics', 75000],
  ['restaurant', 'Taxe sur la restauration', 9000, 'semestrielle'],
  ['boulangerie', 'Taxe sur les boulangeries', 36000],
  ['boucherie', 'Taxe sur les boucheries', 5000, 'trimestrielle'],
  ['grillades', 'Taxe sur les grillades', 6000],
  ['meunerie', 'Taxe sur la meunerie', 8000],
  ['eau', "Taxe sur la vente d'eau", 4000],
  ['voyageurs', 'Taxe sur le transport de voyageurs', 8000],
  ['marchandises', 'Taxe sur le transport de marchandises', 12000],
  ['eleveur', "Taxe sur l'élevage", 3000],
  ['commerce_betail', 'Taxe sur le commerce de bétail', 10000],
];

const CATEGORIE_PAR_NATURE: Partial<Record<NatureCle, CategorieTaxeCle>> = {
  eleveur: 'betail',
  commerce_betail: 'betail',
  voyageurs: 'transport',
  marchandises: 'transport',
};

export const TAXES: readonly TaxeSource[] = [
  ...equipements,
  ...activites.map(([nature, nom, tarif, frequence = 'annuelle']): TaxeSource => ({
    nom,
    nature,
    tarif,
    frequence,
    categorie: CATEGORIE_PAR_NATURE[nature] ?? 'activites',
  })),
];
