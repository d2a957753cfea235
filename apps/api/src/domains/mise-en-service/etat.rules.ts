/** What is said of a collectivité's facts: each thing that is missing or inactive on a line of its own, with its way out. */
import { ETAPES, type Etape, type Etat, PAGES, type Point, SCREENS } from '@octroi/contract';
import type { Caisses } from './caisses.repository.ts';
import { sayTills } from './caisses.rules.ts';
import type { Facts } from './etat.repository.ts';

/** Names that a sentence carries; of more, how many there are. */
const NAMED = 3;
const someOf = (names: readonly string[]): string => {
  const rest = names.length - NAMED;
  return names.slice(0, NAMED).join(', ') + (rest > 0 ? ` et ${rest} autre${rest > 1 ? 's' : ''}` : '');
};
const many = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count > 1 ? several : one}`;

/** Lines in the order of the steps. */
export function pointsOf(facts: Facts, caisses: Caisses, annee: number): Point[] {
  const { id } = facts;
  const step = (etape: Etape): string => `${SCREENS['mise-en-service'].url}?entite=${id}&etape=${etape}`;
  const of = (url: string): string => `${url}?entite=${id}`;
  const points: Point[] = [];
  const say = (etape: Etape, etat: Etat, dit: string, lien: string): void =>
    void points.push({ etape, etat, dit, lien });
  /** One or the other. */
  const either = (
    good: boolean,
    etape: Etape,
    [done, lacking]: readonly [string, string],
    lien: string,
  ): void => say(etape, good ? 'fait' : 'manque', good ? done : lacking, lien);

  either(
    facts.enabled,
    'commune',
    [`${facts.nom} est active`, `${facts.nom} est inactive : elle n’est proposée nulle part`],
    `${SCREENS.collectivites.url}/${id}`,
  );
  sayTerritory(facts, say, step('territoire'));
  either(
    facts.enroleurs > 0,
    'personnes',
    [
      many(facts.enroleurs, 'personne peut enrôler', 'personnes peuvent enrôler'),
      'Personne ne peut enrôler : il manque un agent',
    ],
    step('personnes'),
  );
  if (facts.administrateurs === 0)
    say(
      'personnes',
      'voir',
      'Aucun administrateur : seul un Super Admin crée les comptes',
      step('personnes'),
    );
  either(
    facts.taxes > 0,
    'taxes',
    [many(facts.taxes, 'taxe active', 'taxes actives'), 'Aucune taxe active'],
    step('taxes'),
  );
  if (facts.taxesInactives.length > 0)
    say('taxes', 'voir', `Taxes inactives : ${someOf(facts.taxesInactives)}`, SCREENS.taxes.url);
  sayRates(facts, annee, say, step('tarifs'));
  sayPayment(facts, say, of);
  either(
    facts.contribuables,
    'import',
    ['Des contribuables sont enrôlés', 'Aucun contribuable : importez un fichier, ou enrôlez'],
    facts.contribuables ? SCREENS.contribuables.url : of(SCREENS.import.url),
  );
  either(
    facts.echeances,
    'echeances',
    [`Des échéances sont générées pour ${annee}`, `Aucune échéance pour ${annee}`],
    step('echeances'),
  );
  sayTills(caisses, say, step('encaisser'));
  const order = Object.keys(ETAPES);
  return points.toSorted((a, b) => order.indexOf(a.etape) - order.indexOf(b.etape));
}

type Say = (etape: Etape, etat: Etat, dit: string, lien: string) => void;

function sayTerritory(facts: Facts, say: Say, step: string): void {
  const { lieux, niveau, lieuxInactifs, lieuxSansSuite, id } = facts;
  const tree = `${PAGES.arbre}?entite=${id}`;
  if (lieux === 0)
    say('territoire', 'manque', 'Aucune sous-entité active : personne ne peut être enrôlé', step);
  else
    say(
      'territoire',
      'fait',
      `${many(lieux, 'sous-entité active', 'sous-entités actives')}, jusqu’au niveau ${niveau}`,
      tree,
    );
  if (lieuxSansSuite.length > 0)
    say('territoire', 'voir', `Rien au niveau ${niveau} sous : ${someOf(lieuxSansSuite)}`, step);
  if (lieuxInactifs.length > 0)
    say('territoire', 'voir', `Sous-entités inactives : ${someOf(lieuxInactifs)}`, tree);
}

function sayRates({ taxes, sansTarif, close }: Facts, annee: number, say: Say, step: string): void {
  if (close)
    say(
      'tarifs',
      'manque',
      `L’exercice ${annee} est clos : rien ne peut plus être généré`,
      SCREENS.echeances.url,
    );
  if (taxes > 0 && sansTarif.length === 0)
    say('tarifs', 'fait', `Chaque taxe a ses tarifs de ${annee} partout`, step);
  for (const { id, nom, lieux, premier } of sansTarif)
    say(
      'tarifs',
      'manque',
      `« ${nom} » n’a pas de tarif pour ${annee} ${lieux > 1 ? `dans ${lieux} sous-entités, dont ${premier}` : `à ${premier}`}`,
      `${SCREENS.taxes.url}/${id}`,
    );
}

function sayPayment(facts: Facts, say: Say, of: (url: string) => string): void {
  const { moyens, moyensInactifs, modalites, ecusson, papiers, signataire } = facts;
  const papers = of(SCREENS.papiers.url);
  if (moyens === 0) say('tarifs', 'manque', 'Aucun moyen de paiement actif', SCREENS['moyens-paiement'].url);
  if (moyensInactifs.length > 0)
    say(
      'tarifs',
      'voir',
      `Moyens de paiement inactifs : ${someOf(moyensInactifs)}`,
      SCREENS['moyens-paiement'].url,
    );
  if (modalites === 0)
    say(
      'tarifs',
      'voir',
      'Aucune modalité de paiement : l’avis ne dit pas où payer',
      SCREENS['modalites-paiement'].url,
    );
  if (!ecusson) say('commune', 'voir', 'Les papiers officiels n’ont pas d’écusson', papers);
  if (!signataire) say('commune', 'voir', 'Les avis n’ont pas de signataire', papers);
  else if (!papiers)
    say('commune', 'voir', 'Les papiers officiels portent les mentions et le signataire par défaut', papers);
}
