import type { Papier } from '@octroi/contract';
import type { Subject } from './contenu.ts';

/** For pieces issued before collectivités had texts of their own: only the name is printed. */
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
