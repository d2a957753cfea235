/** Messages as the specification words them (1 sections 5 and 8, 2 section 5). */
export const MESSAGES = {
  echec: "Une erreur s'est produite !",
  ajoute: "L'élément a bien été ajouté !",
  modifie: "L'élément a bien été modifié !",
  supprime: "L'élément a bien été supprimé !",
  extourne: 'Le paiement a bien été extourné !',
  suppressionImpossible:
    'Impossible de supprimer cet élément car toutes les données liées à cet élément seront supprimé !',
  compteInactif: "Ce utilisateur est inactif, Veuillez contactez l'administrateur !",
  accesRefuse: "Vous n'avez pas accès à cet outil",
  collectiviteExiste: 'Une collectivité avec le nom existe dejà !',
  supprimerUn: 'Etes-vous sûr de supprimer cet élément ?',
  supprimerPlusieurs: 'Etes vous sûr de vouloir supprimer cet élément ?',
  genererEcheances: 'Etes vous sûr de vouloir générer les écheances de cette ramification ?',
  confirmerEnrollement: 'Etes-vous sûr de confirmer cet enrollement ?',
  valider: 'Etes vous sûr de vouloir valider cet élément ?',
  changerSecteur: 'Etes-vous sur de vouloir modifier ces contribuables',
} as const;
