/** Addresses of the pages without a menu entry: records and acts below a screen, and public pages. */

export const PAGES = {
  fiche: '/contribuables/profile/$id',
  ficheIndividuelle: '/contribuables/individuel/$id',
  contribuableCreate: '/contribuables/create',
  contribuableEdit: '/contribuables/edit/$id',
  changeSecteur: '/contribuables/change-secteur/$ids',
  encaissement: '/contribuables/encaissement/$id',
  remboursement: '/contribuables/remboursement/$id',
  enrollement: '/enrollements/$id',
  transaction: '/transactions/$id',
  tournee: '/tournees/$id',
  sessionCaisse: '/caisse/sessions/$id',
  sansTarif: '/echeances/sans-tarif',
  arbre: '/ramifications/arbre',
  ramificationCreate: '/ramifications/create/$id',
  acces: '/ramifications/$id/permissions',
  permissions: '/roles/$id/permissions',
  collectiviteUser: '/administration/collectivite/$id/user-create',
  approbation: '/approbations/$id',
  acte: '/administration/journal/$id',
  securiteEchecs: '/securite/connexions-refusees',
  securiteSessions: '/securite/sessions',
  /** The dashboard of a sub-entity. */
  place: '/$id',
  /** The start of a person whose rights open no screen. */
  sansDroit: '/sans-droit',
  profil: '/profil',
  login: '/login',
  motDePasseOublie: '/mot-de-passe-oublie',
  nouveauMotDePasse: '/nouveau-mot-de-passe',
  premierDemarrage: '/premier-demarrage',
  secondFacteur: '/second-facteur',
  motDePasseDonne: '/mot-de-passe-donne',
  aide: '/aide',
  /** The complete guide, for printing. */
  aideEntiere: '/aide/tout',
  aidePage: '/aide/$page',
  verifier: '/verifier',
  verifierCode: '/verifier/$code',
} as const;

type Page = (typeof PAGES)[keyof typeof PAGES];

/** The address of one record's page: `at(PAGES.fiche, 3)` is `/contribuables/profile/3`. */
export const at = (page: Extract<Page, `${string}$${string}`>, record: string | number): string =>
  page.replace(/\$\w+/, String(record));
