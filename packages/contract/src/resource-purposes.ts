/**
 * What each declared resource is for and who needs it, beside its words (`resource-words.ts`): an empty list says it.
 * Apart from the words, because only lists load it.
 */
import type * as declared from './resources.ts';

type Declared = typeof declared;
/** The paths of the declared resources. */
export type DeclaredPath = Declared[keyof Declared]['path'];

/** One or two sentences: what it is for, then who needs it. */
export const PURPOSES: Readonly<Record<DeclaredPath, string>> = {
  entites:
    'Une collectivité est une ville ou une commune qui perçoit ses taxes. Tout le reste lui appartient : créez-la d’abord.',
  ramifications:
    'Les sous-entités sont les lieux de la collectivité : département, quartier, zone, secteur. Chaque contribuable en a une, et les tarifs s’y lisent.',
  type_ramifications:
    'Un type nomme un niveau du territoire, du département au secteur. Il en faut un avant de créer les sous-entités.',
  villes: 'Une ville situe le siège d’une collectivité. Il en faut une avant de créer la collectivité.',
  users:
    'Un utilisateur a son compte et ses lieux : personne n’entre sans. Créez-en un pour chaque personne du bureau et chaque agent.',
  groups:
    'Un groupe réunit les droits d’un métier : caissier, contrôleur, receveur. Il en faut un pour créer le compte de quelqu’un.',
  permissions: 'Une permission est ce qu’un groupe peut faire sur un écran. L’administrateur en a besoin.',
  navigations: 'Une entrée de navigation est un écran sur lequel un groupe reçoit des droits.',
  categorie_activites:
    'Une catégorie rassemble des natures d’activité, commerce ou artisanat. Les statistiques et la création des natures en ont besoin.',
  nature_activites:
    'Une nature d’activité dit ce que fait un contribuable : couture, pharmacie, friperie. L’agent la choisit à l’enrôlement, et une taxe peut la frapper.',
  type_equipements:
    'Un type d’équipement dit ce que possède un contribuable : étal, kiosque, enseigne. L’agent le choisit à l’enrôlement, et une taxe peut le frapper.',
  frequences: 'Une fréquence dit combien de fois par an une taxe est due. L’assistant de taxe la demande.',
  categorietaxes:
    'Une catégorie de taxes les rassemble dans les états et les statistiques. Chaque taxe en demande une.',
  entite_taxes:
    'Une taxe dit ce que la collectivité perçoit, de qui, combien et où. Sans elle, rien n’est dû et rien ne s’encaisse.',
  applications:
    'Une application est le tarif d’une taxe en un lieu et une année. Sans elle, la taxe n’y demande rien.',
  imputation_budgetaires:
    'Une imputation budgétaire est la ligne du budget où va une taxe. Le comptable en a besoin pour ses états.',
  precisions:
    'Une précision est une sorte de base qui a son propre prix : étal en dur, étal en bois. L’agent la choisit à l’enrôlement.',
  moyen_paiements:
    'Un moyen de paiement dit comment l’argent arrive : espèces, chèque, mobile. Le guichet et les agents n’encaissent pas sans.',
  modalite_paiements:
    'Une modalité permet de payer une taxe en plusieurs fois. Elle ne sert qu’aux taxes payées par tranches.',
  regies:
    'Une régie est la caisse publique sous laquelle on encaisse. Les caissiers en ont besoin pour ouvrir leur journée.',
  mandats:
    'Un mandat nomme qui encaisse ou reçoit pour une régie, et jusqu’à quand. Chaque caissier, et chaque agent qui encaisse, en a besoin.',
  categorie_valeurs:
    'Une catégorie de valeurs est une sorte de ticket ou de carnet à souche, avec son prix. Elle ne sert qu’à qui en vend.',
  seuil_approbations:
    'Un seuil dit à partir de quelle somme une seconde personne doit approuver. Sans seuil, chacun décide seul de ce que ses droits lui permettent.',
};
