/** Configuration lists that every collectivité of the demonstration has (the order gives the ids: append only). */

export { FREQUENCES, type FrequenceCle } from '#src/installation/nomenclatures.ts';

export const CATEGORIES_TAXE = {
  marches: ['Droits de place et de marché', 'Étals, hangars, kiosques et boutiques des marchés communaux'],
  domaine: ['Occupation du domaine public', 'Terrasses, conteneurs, concessions, antennes et dépôts'],
  publicite: ['Publicité et enseignes', 'Enseignes, panneaux et affiches'],
  transport: ['Transport et stationnement', 'Taxis, taxis-motos, bus, camions et gares'],
  activites: ['Taxes sur les activités', 'Commerce, artisanat et services'],
  betail: ['Bétail et abattage', "Troupeaux, marchés à bétail et aires d'abattage"],
} as const;
export type CategorieTaxeCle = keyof typeof CATEGORIES_TAXE;

/** The line of the budget of each category's taxes; livestock waits for its own. */
export const IMPUTATIONS: Readonly<
  Partial<Record<CategorieTaxeCle, readonly [code: string, libelle: string]>>
> = {
  marches: ['7311', 'Droits de place et de marché'],
  domaine: ['7321', 'Redevances d’occupation du domaine public'],
  publicite: ['7322', 'Taxe sur la publicité et les enseignes'],
  transport: ['7331', 'Taxes sur les véhicules et droits de stationnement'],
  activites: ['7341', 'Taxes sur les activités commerciales et artisanales'],
};

export const CATEGORIES_ACTIVITE = {
  commerce: ['Commerce', 'Vente en gros et au détail'],
  artisanat: ['Artisanat', 'Production et réparation artisanales'],
  services: ['Services', 'Services aux personnes et aux entreprises'],
  alimentation: ['Agroalimentaire et restauration', 'Transformation, restauration, boucherie'],
  transport: ['Transport', 'Transport de personnes et de marchandises'],
  elevage: ['Élevage', 'Élevage et commerce du bétail'],
} as const;
export type CategorieActiviteCle = keyof typeof CATEGORIES_ACTIVITE;

/** Natures of activity by category: `[clé, nom]`. */
export const NATURES = {
  alimentation_generale: ['commerce', 'Alimentation générale'],
  boutique_divers: ['commerce', 'Commerce de divers'],
  cereales: ['commerce', 'Vente de céréales'],
  friperie: ['commerce', 'Friperie'],
  tissus: ['commerce', 'Vente de tissus et pagnes'],
  quincaillerie: ['commerce', 'Quincaillerie et matériaux'],
  pieces: ['commerce', 'Pièces détachées'],
  telephones: ['commerce', 'Téléphones et accessoires'],
  pharmacie: ['commerce', 'Pharmacie et dépôt pharmaceutique'],
  hydrocarbures: ['commerce', "Vente d'hydrocarbures"],
  couture: ['artisanat', 'Couture et broderie'],
  menuiserie: ['artisanat', 'Menuiserie bois'],
  soudure: ['artisanat', 'Soudure et menuiserie métallique'],
  forge: ['artisanat', 'Forge'],
  mecanique: ['artisanat', 'Mécanique auto et moto'],
  maroquinerie: ['artisanat', 'Maroquinerie et tannerie'],
  bijouterie: ['artisanat', 'Bijouterie'],
  coiffure: ['services', 'Salon de coiffure'],
  telecentre: ['services', 'Télécentre'],
  transfert: ['services', "Transfert d'argent"],
  cyber: ['services', 'Cybercafé et bureautique'],
  lavage: ['services', 'Lavage de véhicules'],
  hotel: ['services', 'Hôtel et auberge'],
  banque: ['services', 'Banque et microfinance'],
  telecom: ['services', 'Télécommunications'],
  btp: ['services', 'Bâtiment et travaux publics'],
  restaurant: ['alimentation', 'Restaurant et maquis'],
  boulangerie: ['alimentation', 'Boulangerie'],
  boucherie: ['alimentation', 'Boucherie'],
  grillades: ['alimentation', 'Grillades et rôtisserie'],
  meunerie: ['alimentation', 'Meunerie'],
  eau: ['alimentation', "Vente d'eau et de glace"],
  voyageurs: ['transport', 'Transport de voyageurs'],
  marchandises: ['transport', 'Transport de marchandises'],
  eleveur: ['elevage', 'Élevage'],
  commerce_betail: ['elevage', 'Commerce de bétail'],
} as const satisfies Record<string, readonly [CategorieActiviteCle, string]>;
export type NatureCle = keyof typeof NATURES;

/** Equipment types: `[nom, code, catégorie, description]`. */
export const EQUIPEMENTS = {
  etal: ['Étal', 'ETA', 'commerce', "Table ou étal de marché, compté à l'emplacement"],
  hangar: ['Hangar', 'HAN', 'commerce', 'Hangar de marché'],
  kiosque: ['Kiosque', 'KIO', 'commerce', 'Kiosque fixe ou démontable'],
  boutique: ['Boutique', 'BOU', 'commerce', 'Boutique construite'],
  magasin: ['Magasin', 'MAG', 'commerce', 'Magasin de stockage'],
  conteneur: ['Conteneur', 'CON', 'commerce', 'Conteneur posé sur le domaine public'],
  atelier: ['Atelier', 'ATE', 'artisanat', 'Atelier couvert ou de plein air'],
  terrasse: ['Terrasse', 'TER', 'alimentation', 'Terrasse de restaurant ou de café'],
  enseigne: ['Enseigne', 'ENS', 'services', 'Enseigne peinte ou lumineuse'],
  panneau: ['Panneau publicitaire', 'PAN', 'services', 'Panneau sur pied ou mural'],
  antenne: ['Antenne de télécommunication', 'ANT', 'services', 'Pylône ou antenne relais'],
  depot: ['Dépôt de carburant', 'DEP', 'commerce', 'Dépôt ou cuve de carburant'],
  pompe: ['Pompe à carburant', 'POM', 'commerce', 'Pompe de station-service'],
  moulin: ['Moulin', 'MOU', 'alimentation', 'Moulin à grains'],
  taxi: ['Taxi', 'TAX', 'transport', 'Taxi de ville'],
  taxi_moto: ['Taxi-moto', 'TMO', 'transport', 'Moto de transport (kabou-kabou)'],
  tricycle: ['Tricycle', 'TRI', 'transport', 'Tricycle de transport (adaidaita)'],
  bus: ['Minibus', 'BUS', 'transport', 'Minibus et car de transport'],
  camion: ['Camion', 'CAM', 'transport', 'Camion de transport'],
  charrette: ['Charrette', 'CHA', 'transport', 'Charrette à traction animale'],
  stationnement: ['Place de stationnement', 'STA', 'transport', 'Place réservée de gare ou de marché'],
  concession: [
    'Concession',
    'COC',
    'services',
    "Concession d'habitation ou de commerce riveraine d'une voie",
  ],
  troupeau: ['Troupeau', 'TRO', 'elevage', 'Troupeau recensé'],
  abattage: ["Place d'abattage", 'ABA', 'alimentation', "Emplacement sur une aire d'abattage"],
} as const satisfies Record<string, readonly [string, string, CategorieActiviteCle, string]>;
export type EquipementCle = keyof typeof EQUIPEMENTS;
