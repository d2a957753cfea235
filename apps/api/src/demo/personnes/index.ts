/** Names and contacts of the demonstration's taxpayers. */
import { list, weighted, type Random } from '../random.ts';
import type { Person } from './noms.ts';

export { communautesOf, drawPerson, type Communaute, type Person } from './noms.ts';

export const PIECES_IDENTITE = weighted(
  [
    { nom: "Carte nationale d'identité", prefixe: 'CNI', poids: 62 },
    { nom: 'Carte biométrique CEDEAO', prefixe: 'CB', poids: 14 },
    { nom: "Carte d'électeur", prefixe: 'CE', poids: 10 },
    { nom: 'Passeport', prefixe: 'PC', poids: 5 },
    { nom: 'Permis de conduire', prefixe: 'PCD', poids: 6 },
    { nom: 'Carte consulaire', prefixe: 'CC', poids: 3 },
  ],
  ({ poids }) => poids,
);

/** Where people of each town come from, beside the town itself. */
export const LIEUX_NAISSANCE =
  list(`Niamey, Maradi, Zinder, Tahoua, Agadez, Dosso, Diffa, Tillabéri, Birni N'Konni, Arlit,
  Gaya, Dogondoutchi, Tessaoua, Madaoua, Filingué, Loga, Say, Téra, Ouallam, Kollo, Mirriah, Magaria, Matameye, Gouré,
  Mayahi, Dakoro, Aguié, Guidan Roumdji, Illéla, Keita, Abalak, Bouza, Tchintabaraden, Maïné-Soroa, N'Guigmi, Torodi`);

const VOIES =
  list(`Rue du Marché, Avenue de la Mairie, Boulevard de l'Indépendance, Route de l'Aéroport, Rue de la Mosquée,
  Avenue du Fleuve, Rue du Château d'eau, Avenue de l'Hôpital, Rue des Artisans, Route Nationale 1, Rue de l'École,
  Rue des Commerçants, Avenue de la Jeunesse, Rue du Forage, Rue de la Gare`);
const REPERES = list(`face à la mosquée, derrière le marché, près de l'école primaire, à côté de la pharmacie,
  près du château d'eau, face au commissariat, près du centre de santé, à l'angle de la station, derrière la gare,
  près du forage, face au stade, à côté de la boulangerie`);

/** `Rue du Marché, porte 214` or a landmark, as people give it. */
export function drawAdresse(random: Random, quartier: string): string {
  return random.chance(0.55)
    ? `${random.pick(VOIES)}, porte ${random.int(1, 980)}, ${quartier}`
    : `${quartier}, ${random.pick(REPERES)}`;
}

const PREFIXES = weighted(
  [
    [9, 60],
    [8, 40],
  ] as const,
  ([, poids]) => poids,
);
/** Second digits that Nigerien operators have after 8 and 9. */
const SUITES: Readonly<Record<8 | 9, readonly number[]>> = {
  9: [0, 1, 2, 3, 4, 6, 7, 8, 9],
  8: [0, 1, 3, 4, 5, 6, 7, 8, 9],
};

const two = (value: number): string => (value < 10 ? `0${value}` : String(value));

/** A Nigerien mobile number without its +227: `90 12 34 56`. */
export function drawTelephone(random: Random): string {
  const [first] = random.draw(PREFIXES);
  const rest = `${two(random.int(0, 99))} ${two(random.int(0, 99))} ${two(random.int(0, 99))}`;
  return `${first}${random.pick(SUITES[first])} ${rest}`;
}

const digits = (random: Random, count: number): string => {
  let text = '';
  for (let i = 0; i < count; i++) text += random.int(0, 9);
  return text;
};

export function drawPiece(random: Random): { type: string; numero: string } {
  const piece = random.draw(PIECES_IDENTITE);
  return { type: piece.nom, numero: `${piece.prefixe}-${digits(random, 8)}` };
}

/** Nigerien tax identification number: digits, a slash, a control letter. */
export const drawNif = (random: Random): string =>
  `${random.int(10_000, 99_999)}/${random.pick(['R', 'S', 'P'])}`;

const ACTIVITES_SOCIETE =
  list(`Négoce, Transport, Distribution, BTP, Services, Import-Export, Hydrocarbures, Multiservices,
  Agro-industrie, Télécoms, Énergie solaire, Matériaux, Logistique, Communication, Hôtellerie, Industrie`);
const FORMES = list('SARL, SARLU, SA, GIE, SNC');
const NOMS_SOCIETE =
  list(`Sahel, Ténéré, Aïr, Damagaram, Arewa, Dallol, Komadougou, Djado, Kaouar, Liptako, Ader, Fleuve,
  Harobanda, Zarmaganda, Katsina, Manga, Gobir, Azawak, Kawar, Tamesna`);

/** `Établissements Seyni Garba`, `Sahel Distribution SARL` and the like. */
export function drawRaisonSociale(random: Random, gerant: Person): string {
  switch (random.int(0, 3)) {
    case 0:
      return `Ets ${gerant.prenom} ${gerant.nom}`;
    case 1:
      return `${gerant.nom} & Frères ${random.pick(FORMES)}`;
    case 2:
      return `Société ${random.pick(NOMS_SOCIETE)} ${random.pick(ACTIVITES_SOCIETE)}`;
    default:
      return `${random.pick(NOMS_SOCIETE)} ${random.pick(ACTIVITES_SOCIETE)} ${random.pick(FORMES)}`;
  }
}
