import { z } from 'zod';
import { TYPE_UTILISATEUR } from '../../constants.ts';
import {
  defineResource,
  type Fault,
  flag,
  reference,
  references,
  secret,
  text,
  texts,
} from '../../platform/resource/resource.ts';
import { nestedSchema } from '../../platform/http/schemas.ts';
import { situationsSchema } from '../../territoire/situations.ts';
import { passwordFaults } from '../sign-in/password.ts';

/** The account types that a person may create (specification 1 section 3). */
const TYPES_UTILISATEUR = [
  { id: TYPE_UTILISATEUR.utilisateur, nom: 'Utilisateur' },
  { id: TYPE_UTILISATEUR.agent, nom: 'Agent' },
] as const;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A password must be confirmed and must follow the password rules for its owner. */
function check(values: Readonly<Record<string, unknown>>): Fault[] {
  const username = textOf(values['username']);
  const pseudo: Fault[] = /[\s@]/.test(username ?? '')
    ? [{ field: 'username', message: 'Le pseudo ne contient ni espace ni « @ »' }]
    : [];
  const password = textOf(values['password']);
  if (password === undefined) return pseudo;
  const passwordConfirm = textOf(values['passwordConfirm']);
  return [
    ...pseudo,
    ...passwordFaults({ password, passwordConfirm }, { username, email: textOf(values['email']) }),
  ];
}

const base = defineResource({
  path: 'users',
  alias: 'user',
  screen: 'users',
  sensitive: 'writes',
  fields: {
    nom: text({ label: 'Nom', required: true, hint: 'Veuillez entrer le nom' }),
    prenom: text({ label: 'Prénom', required: true, hint: 'Veuillez entrer le prénom' }),
    fullName: text({ label: 'Nom complet', derived: true }),
    username: text({ label: 'Pseudo', required: true, max: 60, hint: 'Veuillez entrer le pseudo' }),
    email: text({
      label: 'Email',
      required: true,
      format: 'email',
      hint: 'Veuillez entrer une adresse email valide',
    }),
    telephone: text({ label: 'Téléphone', max: 40 }),
    password: secret({
      label: 'Mot de passe',
      required: true,
      hint: 'Veuillez entrer le mot de passe',
    }),
    passwordConfirm: secret({
      label: 'Confirmation du mot de passe',
      required: true,
      hint: 'Veuillez repeter le mot de passe',
    }),
    type: reference({
      label: 'Type',
      to: 'type_utilisateurs',
      alias: 'tu',
      required: true,
      default: TYPE_UTILISATEUR.utilisateur,
      choices: TYPES_UTILISATEUR,
    }),
    groupe: reference({
      label: 'Groupe',
      to: 'groups',
      alias: 'g',
      enabledOnly: true,
      offered: 'donnables',
      hint: 'Veuillez choisir un groupe',
    }),
    roles: texts({ label: 'Rôles', derived: true }),
    entites: references({
      label: 'Collectivités',
      to: 'entites',
      alias: 'ent',
      hint: 'Veuillez choisir une collectivité',
      reply: nestedSchema.extend({ nomCourt: z.string() }),
    }),
    ramifications: references({
      label: 'Sous-entités',
      to: 'ramifications',
      alias: 'ram',
      reply: nestedSchema.extend({ entite: nestedSchema }),
    }),
    moyenPaiements: references({ label: 'Moyens de paiement', to: 'moyen_paiements', alias: 'mp' }),
    enabled: flag({ label: 'Activé ?', default: true }),
  },
  order: 'user.nom',
  pageSize: 30,
  check,
});

/** People: users of the back office and field agents (specification 1 sections 2, 3 and 5). */
export const users = { ...base, replySchema: base.replySchema.extend({ situations: situationsSchema }) };

/** What an administrator sends to give somebody a new password. */
export const newPasswordBody = z.object({ password: z.string(), passwordConfirm: z.string() });
export type NewPassword = z.infer<typeof newPasswordBody>;
