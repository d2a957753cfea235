/** Texts and crests on the papers of the demonstration's collectivités. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { type PapierTextes, papierParDefaut } from '@octroi/contract';
import { COLLECTIVITES, VILLES } from './index.ts';

/** A crest drawn for the demonstration, of no real town. */
const image = readFileSync(new URL('ecusson.png', import.meta.url));
export const ECUSSON = { empreinte: createHash('sha256').update(image).digest('hex'), image };

const villeOf = (id: number): string => VILLES.find((ville) => ville.id === id)?.nom ?? '';

export const PAPIERS: readonly { entiteId: number; textes: PapierTextes }[] = COLLECTIVITES.map(
  ({ id, villeId }) => ({
    entiteId: id,
    textes: {
      ...papierParDefaut(villeOf(villeId)),
      textes: 'Code général des collectivités territoriales ; délibération n° 2025-014 du 18 décembre 2025.',
      droits:
        'Réclamation écrite au Maire dans les 60 jours après réception de l’avis ; elle ne suspend pas le paiement.',
      retard: 'Majoration de 10 % et poursuites après mise en demeure.',
    },
  }),
);

interface Modalite {
  entiteId: number;
  nom: string;
  code: string | null;
  horaires: string | null;
  description: string | null;
}

/** Where, when and how their taxpayers pay. */
export const MODALITES: readonly Modalite[] = COLLECTIVITES.flatMap(({ id: entiteId, nom }) => [
  { entiteId, nom: 'Orange Money', code: '#144#', horaires: null, description: `Paiements, ${nom}` },
  { entiteId, nom: 'Moov Money', code: '*155#', horaires: null, description: `Factures, ${nom}` },
  {
    entiteId,
    nom: 'Mairie, guichet de la Régie',
    code: null,
    horaires: 'lundi à jeudi : 8 h – 16 h 30 ; vendredi : 8 h – 12 h 30',
    description: null,
  },
]);
