/** Who may do what a page of the guide explains: the page is shown to nobody else. */
import { mayUse } from '@octroi/contract/menu';
import { type MenuKey, type Right, SCREENS } from '@octroi/contract/register';
import { type Grants, mayAll } from '@octroi/contract/rights';
import { type GuidePage, screensOfPage } from './guide.ts';

/** One of these rights is enough. */
const RIGHTS: Partial<Record<GuidePage, readonly Right[]>> = {
  enroler: [['contribuables', 'Créer']],
  'corriger-et-valider': [
    ['enrollements', 'Valider'],
    ['enrollements', 'Modifier'],
    ['contribuables', 'Modifier'],
  ],
  'changer-de-secteur': [['enrollements', 'Modifier']],
  'la-fiche': [['contribuables', 'Voir']],
  encaisser: [
    ['transactions', 'Créer'],
    ['transactions', 'Valider'],
  ],
  guichet: [['transactions', 'Créer']],
  'annuler-rembourser': [
    ['transactions', 'Supprimer'],
    ['transactions', 'Rejeter'],
    ['guichet', 'Annuler'],
  ],
  exonerer: [
    ['exonerations', 'Créer'],
    ['exonerations', 'Approuver'],
  ],
  'generer-les-echeances': [['ramifications', 'Valider']],
  suspendre: [['suspensions', 'Créer']],
  territoire: [['ramifications', 'Créer']],
  configurer: [
    ['nature-activite', 'Créer'],
    ['type-equipement', 'Créer'],
    ['moyens-paiement', 'Créer'],
  ],
  'configurer-une-taxe': [['taxes', 'Créer']],
  papiers: [['papiers', 'Modifier']],
  collectivites: [['collectivites', 'Créer']],
  'personnes-et-droits': [
    ['users', 'Créer'],
    ['agents', 'Créer'],
  ],
  avis: [
    ['contribuables', 'Émettre'],
    ['situation-impayes', 'Voir'],
  ],
};

/** Pages about the tool itself. */
const FOR_ALL: ReadonlySet<GuidePage> = new Set(['se-connecter', 'chercher', 'lire-une-liste', 'les-mots']);

type Need = { rights: readonly Right[] } | { screens: readonly MenuKey[] } | undefined;

/** What a page needs: one of some rights, or one of the screens that it is the help of; undefined: nothing. */
function needOf(page: GuidePage): Need {
  if (FOR_ALL.has(page)) return undefined;
  const rights = RIGHTS[page];
  return rights ? { rights } : { screens: screensOfPage(page) };
}

/** Whether the person may do what the page explains. */
export function mayRead(grants: Grants, page: GuidePage): boolean {
  const need = needOf(page);
  if (!need) return true;
  return 'rights' in need
    ? need.rights.some((right) => mayAll(grants, [right]))
    : need.screens.some((screen) => mayUse(grants, screen));
}

const alternatives = (texts: readonly string[]): string =>
  new Intl.ListFormat('fr', { type: 'disjunction' }).format(texts);

/** The right or the screens that a page needs, in words; undefined: none. */
export function needText(page: GuidePage): string | undefined {
  const need = needOf(page);
  if (!need) return undefined;
  if ('rights' in need)
    return `Il faut le droit ${alternatives(need.rights.map(([screen, permission]) => `« ${permission} » sur « ${SCREENS[screen].nom} »`))}.`;
  return `Il faut pouvoir ouvrir ${alternatives([...new Set(need.screens.map((screen) => `« ${SCREENS[screen].nom} »`))])}.`;
}
