/** The columns of the lists of the screen « Sécurité ». */
import { stateList, allColumns } from '../../platform/listing/columns.ts';
import { personColumns } from '../accounts/person-columns.ts';
import type { CompteSurRow, EchecRow, SessionOuverteRow } from './securite.ts';

export const compteSurList = stateList<CompteSurRow>()(
  {
    ...personColumns,
    groupe: {
      header: 'Groupe',
      value: ({ groupe, type }) => groupe?.nom ?? type.nom,
      filter: { field: 'g.nom', sorts: false },
    },
    secondFacteur: {
      header: 'Second facteur',
      kind: 'status',
      value: ({ secondFacteur }) => secondFacteur,
      filter: { field: 'user.secondFacteur', values: ['Actif', 'Absent'] },
    },
    attente: {
      header: 'Connexion',
      kind: 'status',
      value: ({ attente }) => attente,
      filter: { field: 'user.attente', values: ['Ralenti', 'Libre'] },
    },
    sessions: {
      header: 'Sessions',
      kind: 'number',
      value: ({ sessions }) => sessions,
      filter: { field: 'user.sessions' },
    },
    derniereConnexion: {
      header: 'Dernière connexion',
      kind: 'instant',
      value: ({ derniereConnexion }) => derniereConnexion,
      filter: { field: 'user.derniereConnexion' },
      width: 168,
    },
  },
  { 'user.email': { type: 'text', label: 'Email' } },
);

/** Why a sign-in was refused, as the administrator reads it. */
const RAISONS_ECHEC = {
  inconnu: 'Aucun compte de ce nom',
  'mot de passe': 'Mot de passe incorrect',
  code: 'Code de vérification incorrect',
  limite: 'Trop de tentatives',
  compte: 'Compte désactivé, ou sans accès',
} as const satisfies Record<EchecRow['raison'], string>;

export const echecList = stateList<EchecRow>()(
  {
    seenAt: {
      header: 'Dernière tentative',
      kind: 'instant',
      value: ({ seenAt }) => seenAt,
      filter: { field: 'echec.seenAt' },
      width: 168,
    },
    nom: {
      header: 'Nom entré',
      value: ({ nom }) => nom || 'D’autres noms',
      filter: { field: 'echec.nom' },
      primary: true,
    },
    adresse: {
      header: 'Adresse IP',
      value: ({ adresse }) => adresse || 'D’autres adresses',
      filter: { field: 'echec.adresse' },
    },
    raison: {
      header: 'Raison',
      value: ({ raison }) => RAISONS_ECHEC[raison],
      filter: {
        field: 'echec.raison',
        type: 'choice',
        values: Object.keys(RAISONS_ECHEC),
        labels: RAISONS_ECHEC,
        sorts: false,
      },
      width: 190,
    },
    nombre: {
      header: 'Tentatives',
      kind: 'number',
      value: ({ nombre }) => nombre,
      filter: { field: 'echec.nombre' },
    },
    compte: { header: 'Compte', value: ({ utilisateur }) => utilisateur?.fullName },
  },
  { 'user.id': { type: 'reference', label: 'Compte', to: 'users' } },
);

/** A number of minutes as text. */
function duree(minutes: number): string {
  if (minutes < 60) return `${minutes} min`;
  return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, '0')}`;
}

export const sessionOuverteList = stateList<SessionOuverteRow>()(
  {
    nom: {
      header: 'Nom',
      value: ({ utilisateur }) => utilisateur.fullName,
      filter: { field: 'user.nom' },
      primary: true,
    },
    username: {
      header: 'Pseudo',
      value: ({ utilisateur }) => utilisateur.username,
      filter: { field: 'user.username' },
    },
    inactivite: {
      header: 'Sans activité depuis',
      value: ({ inactivite }) => duree(inactivite),
      filter: { field: 'session.inactivite', type: 'integer', label: 'Sans activité depuis (minutes)' },
    },
    seenAt: {
      header: 'Dernière activité',
      kind: 'instant',
      value: ({ seenAt }) => seenAt,
      filter: { field: 'session.seenAt' },
      width: 168,
    },
    createdAt: {
      header: 'Ouverte le',
      kind: 'instant',
      value: ({ createdAt }) => createdAt,
      filter: { field: 'session.createdAt' },
      width: 168,
    },
    adresse: {
      header: 'Adresse IP',
      value: ({ adresse }) => adresse,
      filter: { field: 'session.adresse' },
    },
    genre: {
      header: 'Par',
      value: ({ kind }) => (kind === 'cookie' ? 'Navigateur' : 'Programme'),
      filter: {
        field: 'session.kind',
        type: 'choice',
        values: ['cookie', 'bearer'],
        labels: { cookie: 'Navigateur', bearer: 'Programme' },
        sorts: false,
      },
    },
    appareil: { header: 'Appareil', value: ({ userAgent }) => userAgent, width: 160 },
  },
  {},
);

export const compteSurColumns = allColumns(compteSurList);
export const echecColumns = allColumns(echecList);
export const sessionOuverteColumns = allColumns(sessionOuverteList);
