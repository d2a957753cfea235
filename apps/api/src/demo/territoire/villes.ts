import type { CollectiviteSource } from './types.ts';

export const maradi: CollectiviteSource = {
  nom: 'Ville de Maradi',
  nomCourt: 'Maradi',
  code: 'MAR',
  ville: 'Maradi',
  telephone: '20 41 01 52',
  adresse: 'Avenue de la République, BP 101, Maradi',
  statutJuridique: 'Ville',
  description: 'Capitale économique, trois arrondissements communaux',
  latitude: 13.5,
  longitude: 7.1017,
  rayon: 4.5,
  population: 397_000,
  departements: [
    {
      nom: 'Maradi I',
      description: 'Sabon Gari, Zaria, Soura Bouldé',
      quartiers: [
        ['Sabon Gari', [3], 13.4985, 7.097],
        ['Zaria I', [3], 13.508, 7.106],
        ['Zaria II', [2], 13.514, 7.109],
        ['Soura Bouldé', [2], 13.489, 7.112],
        ['Mokoyo', [2], 13.495, 7.104],
        ['Ali Dan Sofo', [2], 13.52, 7.115],
      ],
    },
    {
      nom: 'Maradi II',
      description: 'Bagalam, Limantchi, Yandaka, Maradaoua',
      quartiers: [
        ['Bagalam', [3], 13.502, 7.093],
        ['Limantchi', [2], 13.494, 7.096],
        ['Yandaka', [2], 13.491, 7.101],
        ['Maradaoua', [2], 13.504, 7.1],
        ['Dan Goulbi', [2], 13.485, 7.09],
        ['Hassao', [2], 13.488, 7.086],
      ],
    },
    {
      nom: 'Maradi III',
      description: 'Dix-sept Portes, Bourja, Zone industrielle',
      quartiers: [
        ['Dix-sept Portes', [2], 13.48, 7.108],
        ['Bourja', [3], 13.506, 7.088],
        ['Bouzou Dan Zambadi', [2], 13.512, 7.092],
        ['Zone industrielle', [2], 13.474, 7.1],
        ['Tarna', [2], 13.466, 7.117],
      ],
    },
  ],
};

export const zinder: CollectiviteSource = {
  nom: 'Ville de Zinder',
  nomCourt: 'Zinder',
  code: 'ZIN',
  ville: 'Zinder',
  telephone: '20 51 00 85',
  adresse: 'Place de la Mairie, BP 1, Zinder',
  statutJuridique: 'Ville',
  description: 'Ancienne capitale et sultanat du Damagaram, cinq arrondissements communaux',
  latitude: 13.8053,
  longitude: 8.9881,
  rayon: 4.5,
  population: 368_000,
  departements: [
    {
      nom: 'Zinder I',
      description: 'Birni, quartier du sultanat',
      quartiers: [
        ['Birni', [3], 13.7905, 8.996],
        ['Alkali', [2], 13.792, 8.9925],
        ['Kangna', [2], 13.787, 8.999],
      ],
    },
    {
      nom: 'Zinder II',
      description: 'Zengou et alentours',
      quartiers: [
        ['Zengou', [3], 13.8135, 8.985],
        ['Jaguindi', [2], 13.817, 8.99],
        ['Toudoun Jamous', [2], 13.82, 8.981],
      ],
    },
    {
      nom: 'Zinder III',
      description: 'Sabon Gari et quartier administratif',
      quartiers: [
        ['Sabon Gari', [3], 13.8, 8.986],
        ['Quartier administratif', [2], 13.804, 8.992],
        ['Garin Malam', [2], 13.801, 8.979],
      ],
    },
    {
      nom: 'Zinder IV',
      description: 'Karkada, Charé Zamna',
      quartiers: [
        ['Karkada', [3], 13.808, 8.975],
        ['Charé Zamna', [2], 13.796, 8.973],
        ['Franco-Arabe', [2], 13.812, 8.971],
      ],
    },
    {
      nom: 'Zinder V',
      description: 'Kara-Kara et extensions',
      quartiers: [
        ['Kara-Kara', [3], 13.786, 8.978],
        ['Makwassa', [2], 13.78, 8.985],
      ],
    },
  ],
};

export const tahoua: CollectiviteSource = {
  nom: 'Ville de Tahoua',
  nomCourt: 'Tahoua',
  code: 'TAH',
  ville: 'Tahoua',
  telephone: '20 61 00 35',
  adresse: 'Avenue du Sénateur, BP 15, Tahoua',
  statutJuridique: 'Ville',
  description: "Chef-lieu de l'Ader, deux arrondissements communaux",
  latitude: 14.8903,
  longitude: 5.2628,
  rayon: 3.5,
  population: 186_000,
  departements: [
    {
      nom: 'Tahoua I',
      description: 'Sabon Gari, Bilbis, Koweït',
      quartiers: [
        ['Sabon Gari', [3], 14.8935, 5.266],
        ['Bilbis', [3], 14.887, 5.269],
        ['Koweït', [2], 14.9, 5.258],
        ['Mounwadata', [2], 14.881, 5.262],
        ['Wadata', [2], 14.897, 5.272],
      ],
    },
    {
      nom: 'Tahoua II',
      description: 'Founkoye, Malamawa, Rouga',
      quartiers: [
        ['Founkoye', [2], 14.885, 5.255],
        ['Malamawa', [2], 14.89, 5.2585],
        ['Kourfeyawa', [2], 14.878, 5.254],
        ['Toudou', [2], 14.901, 5.25],
        ['Rouga', [2], 14.87, 5.26],
      ],
    },
  ],
};
