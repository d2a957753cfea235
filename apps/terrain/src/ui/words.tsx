/** The office's words of the app, and the words of every day that a collectivité may show beside them. */
import { useTerrain } from './context.ts';

/** The office's word, then the word of every day. */
const MOTS = {
  caisse: ['Ma caisse', 'L’argent que j’ai'],
  ouvrir: ['Ouvrir ma caisse', 'Ouvrir la journée'],
  fonds: ['Fonds de caisse', 'La monnaie du matin'],
  compter: ['Compter et fermer', 'Compter l’argent'],
  verser: ['Verser', 'Donner l’argent au bureau'],
  versement: ['Déclarer le versement', 'Dire ce que je donne au bureau'],
  encaisser: ['Encaisser', 'Prendre l’argent'],
  visite: ['Visite', 'Dire ce qui s’est passé'],
} as const;
type NomDeMot = keyof typeof MOTS;

/** A word for a button: the word of every day over the office's, if the collectivité wants so. */
export function Mot({ nom, suite = '' }: { nom: NomDeMot; suite?: string }) {
  const { etat } = useTerrain();
  const [bureau, rue] = MOTS[nom];
  if (!etat.referentiel?.motsSimples) return bureau + suite;
  return (
    <span className="deux-mots">
      {rue + suite}
      <small>{bureau}</small>
    </span>
  );
}
