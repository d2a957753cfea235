import type { CollectiviteSource } from './types.ts';

/** Communes without arrondissements: their districts stand at the level Département. */

export const agadez: CollectiviteSource = {
  nom: "Commune urbaine d'Agadez",
  nomCourt: 'Agadez',
  code: 'AGA',
  ville: 'Agadez',
  telephone: '20 44 00 37',
  adresse: 'Place de la Fraternité, BP 2, Agadez',
  statutJuridique: 'Commune urbaine',
  description: "Capitale de l'Aïr, centre historique classé",
  latitude: 16.9742,
  longitude: 7.9909,
  rayon: 3.5,
  population: 158_000,
  departements: [
    {
      nom: 'Vieille Ville',
      description: 'Centre historique autour de la grande mosquée',
      quartiers: [
        ['Katanga', [2], 16.9735, 7.987],
        ['Amdit', [2], 16.977, 7.991],
        ['Akanfaya', [2], 16.975, 7.9935],
        ['Oumardan', [2], 16.9715, 7.9895],
        ['Agar Garin Saka', [2], 16.97, 7.9925],
      ],
    },
    {
      nom: 'Nouvelle Ville',
      description: 'Extensions du nord et de la route de Tahoua',
      quartiers: [
        ['Sabon Gari', [3], 16.9665, 7.984],
        ['Dagamanet', [2], 16.963, 7.991],
        ['Misrata', [2], 16.983, 7.983],
        ['Toudou', [2], 16.981, 8.0],
        ['Nassarawa', [2], 16.967, 8.002],
        ['Tadress', [2], 16.955, 7.975],
      ],
    },
  ],
};

export const arlit: CollectiviteSource = {
  nom: "Commune urbaine d'Arlit",
  nomCourt: 'Arlit',
  code: 'ARL',
  ville: 'Arlit',
  telephone: '20 45 20 66',
  adresse: 'Avenue de l’Uranium, BP 14, Arlit',
  statutJuridique: 'Commune urbaine',
  description: 'Ville minière du nord',
  latitude: 18.7369,
  longitude: 7.3853,
  rayon: 3,
  population: 112_000,
  departements: [
    {
      nom: 'Arlit Ville',
      description: 'Ville spontanée et marché',
      quartiers: [
        ['Boukoki', [3], 18.7395, 7.39],
        ['Nouveau Marché', [2], 18.734, 7.388],
        ['Zongo', [2], 18.7355, 7.382],
        ['Madina', [2], 18.742, 7.396],
      ],
    },
    {
      nom: 'Cités minières',
      description: 'Cités des sociétés minières',
      quartiers: [
        ['Cité SOMAÏR', [2], 18.73, 7.379],
        ['Akokan', [2], 18.71, 7.35],
      ],
    },
  ],
};

export const diffa: CollectiviteSource = {
  nom: 'Commune urbaine de Diffa',
  nomCourt: 'Diffa',
  code: 'DIF',
  ville: 'Diffa',
  telephone: '20 54 00 21',
  adresse: 'Avenue de la Komadougou, BP 8, Diffa',
  statutJuridique: 'Commune urbaine',
  description: 'Chef-lieu de la région du lac Tchad',
  latitude: 13.3154,
  longitude: 12.6113,
  rayon: 3,
  population: 68_000,
  departements: [
    {
      nom: 'Diffa Centre',
      description: 'Centre administratif et marché',
      quartiers: [
        ['Administratif', [2], 13.317, 12.613],
        ['Diffa Koura', [2], 13.312, 12.609],
        ['Sabon Carré', [2], 13.32, 12.607],
        ['Château', [2], 13.318, 12.618],
      ],
    },
    {
      nom: 'Diffa Périphérie',
      description: 'Quartiers nouveaux et villages de la Komadougou',
      quartiers: [
        ['Festival', [2], 13.325, 12.615],
        ['Afounori', [2], 13.31, 12.622],
        ['Awaridi', [1], 13.33, 12.63],
        ['Bagara', [1], 13.295, 12.6],
      ],
    },
  ],
};

export const konni: CollectiviteSource = {
  nom: "Commune urbaine de Birni N'Konni",
  nomCourt: "Birni N'Konni",
  code: 'BKO',
  ville: "Birni N'Konni",
  telephone: '20 64 01 19',
  adresse: "Route nationale 1, BP 30, Birni N'Konni",
  statutJuridique: 'Commune urbaine',
  description: 'Ville frontière avec le Nigeria, carrefour de la route nationale 1',
  latitude: 13.7956,
  longitude: 5.2553,
  rayon: 3,
  population: 104_000,
  departements: [
    {
      nom: 'Konni Centre',
      description: 'Ville ancienne et gare routière',
      quartiers: [
        ['Dibissou', [2], 13.797, 5.258],
        ['Kaoura', [2], 13.793, 5.252],
        ['Malamawa', [2], 13.799, 5.25],
        ['Sabon Gari', [3], 13.791, 5.26],
      ],
    },
    {
      nom: 'Konni Nord',
      description: 'Extensions et villages',
      quartiers: [
        ['Takalafiya', [2], 13.806, 5.256],
        ['Zongo', [2], 13.803, 5.263],
        ['Tsernaoua', [1], 13.89, 5.33],
      ],
    },
  ],
};
