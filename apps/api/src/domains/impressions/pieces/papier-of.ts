import type { Papier } from '@octroi/contract';
import type { Subject } from './contenu.ts';

/** Of a piece that was issued before collectivités had papers of their own: their name alone. */
const NONE: Papier = {
  enTete: '',
  devise: '',
  office: '',
  lieu: '',
  signataireAvis: '',
  signataireFiche: '',
  textes: '',
  droits: '',
  retard: '',
  ecusson: null,
  paiement: [],
};

export const papierOf = ({ papier }: Subject): Papier => papier ?? NONE;
