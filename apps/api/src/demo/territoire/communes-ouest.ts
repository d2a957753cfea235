import type { CollectiviteSource } from './types.ts';

/** Communes without arrondissements: their districts stand at the level Département. */

export const dosso: CollectiviteSource = {
  nom: 'Commune urbaine de Dosso',
  nomCourt: 'Dosso',
  code: 'DOS',
  ville: 'Dosso',
  telephone: '20 65 00 27',
  adresse: 'Route nationale 1, BP 23, Dosso',
  statutJuridique: 'Commune urbaine',
  description: 'Chef-lieu de la région de Dosso, siège du Djermakoye',
  latitude: 13.049,
  longitude: 3.1937,
  rayon: 3,
  population: 94_000,
  departements: [
    {
      nom: 'Dosso Centre',
      description: 'Ville ancienne et grand marché',
      quartiers: [
        ['Fada', [2], 13.05, 3.191],
        ['Maourey', [2], 13.047, 3.196],
        ['Zongo', [2], 13.044, 3.193],
        ['Carré', [2], 13.053, 3.197],
      ],
    },
    {
      nom: 'Dosso Périphérie',
      description: 'Extensions et villages rattachés',
      quartiers: [
        ['Wadata', [2], 13.057, 3.189],
        ['Mangué Koira', [2], 13.06, 3.203],
        ['Moussa Déye', [2], 13.03, 3.21],
      ],
    },
  ],
};

export const tillaberi: CollectiviteSource = {
  nom: 'Commune urbaine de Tillabéri',
  nomCourt: 'Tillabéri',
  code: 'TIL',
  ville: 'Tillabéri',
  telephone: '20 71 10 18',
  adresse: 'Rue de la Préfecture, BP 4, Tillabéri',
  statutJuridique: 'Commune urbaine',
  description: 'Chef-lieu de la région de Tillabéri, sur la rive gauche du Niger',
  latitude: 14.2119,
  longitude: 1.4531,
  rayon: 2.5,
  population: 40_000,
  departements: [
    {
      nom: 'Tillabéri Ville',
      description: 'Ville et berges',
      quartiers: [
        ['Quartier administratif', [2], 14.2145, 1.456],
        ['Abattoir', [2], 14.208, 1.457],
        ['Koira Tégui', [2], 14.2175, 1.45],
        ['Zongo', [2], 14.21, 1.451],
      ],
    },
    {
      nom: 'Villages du fleuve',
      description: 'Villages rattachés',
      quartiers: [
        ['Daikaina', [1], 14.165, 1.478],
        ['Toula', [1], 14.19, 1.465],
        ['Sakoira', [1], 14.24, 1.44],
      ],
    },
  ],
};

export const gaya: CollectiviteSource = {
  nom: 'Commune urbaine de Gaya',
  nomCourt: 'Gaya',
  code: 'GAY',
  ville: 'Gaya',
  telephone: '20 68 00 44',
  adresse: 'Route du Bénin, BP 11, Gaya',
  statutJuridique: 'Commune urbaine',
  description: 'Ville frontière avec le Bénin, marché de bétail et de céréales',
  latitude: 11.8844,
  longitude: 3.4467,
  rayon: 2.5,
  population: 65_000,
  departements: [
    {
      nom: 'Gaya Ville',
      description: 'Ville et marché',
      quartiers: [
        ['Koira Tégui', [2], 11.888, 3.449],
        ['Acajou', [2], 11.885, 3.452],
        ['Plateau', [2], 11.891, 3.443],
        ['Zongo', [2], 11.881, 3.445],
      ],
    },
    {
      nom: 'Gaya Frontière',
      description: 'Axe du pont de Malanville et villages',
      quartiers: [
        ['Poste frontière', [2], 11.872, 3.412],
        ['Kotcha', [1], 11.9, 3.47],
      ],
    },
  ],
};

export const dogondoutchi: CollectiviteSource = {
  nom: 'Commune urbaine de Dogondoutchi',
  nomCourt: 'Dogondoutchi',
  code: 'DOG',
  ville: 'Dogondoutchi',
  telephone: '20 65 40 12',
  adresse: 'Place du Marché, BP 6, Dogondoutchi',
  statutJuridique: 'Commune urbaine',
  description: "Chef-lieu de l'Arewa, marché du vendredi",
  latitude: 13.6394,
  longitude: 4.0286,
  rayon: 2.5,
  population: 82_000,
  departements: [
    {
      nom: 'Doutchi Ville',
      description: 'Ville au pied de la colline',
      quartiers: [
        ['Sabon Gari', [2], 13.642, 4.031],
        ['Zongo', [2], 13.637, 4.025],
        ['Wadata', [2], 13.645, 4.024],
        ['Administratif', [2], 13.634, 4.032],
      ],
    },
    {
      nom: 'Villages de Doutchi',
      description: 'Villages rattachés',
      quartiers: [
        ['Liguido', [1], 13.67, 4.05],
        ['Bawada', [1], 13.61, 4.0],
      ],
    },
  ],
};
