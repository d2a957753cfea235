/** Sign-in, and the session that the web shell reads (specification 1 sections 2 and 7). */
import { z } from 'zod';
import { nestedSchema } from '../../platform/http/schemas.ts';
import { FACTS } from '../../register.ts';
import { affichageSchema } from '../profile/affichage.ts';
import { codeSchema } from './second-factor.ts';
import { newPasswordBody, users } from '../accounts/users.ts';

const credential = z
  .string()
  .min(1, 'Veuillez entrer votre pseudo ou adresse email et votre mot de passe')
  .max(200);
/** The code of an account with a second factor; an empty code counts as none. */
const code = z.union([z.literal('').transform(() => undefined), codeSchema]).optional();

export const signInBody = z.object({ email: credential, password: credential, code });
export const tokenBody = z.object({ username: credential, password: credential, code });
export const tokenSchema = z.object({ token: z.string() });

export const forgottenPasswordBody = z.object({
  email: z.string().trim().min(1, 'Veuillez entrer votre pseudo ou adresse email').max(200),
});
export const resetPasswordBody = newPasswordBody.extend({ token: z.string().max(200) });

const requiredText = (hint: string, max = 200) => z.string().trim().min(1, hint).max(max);
/** The first account of an installation: whoever has its one-time link becomes Super Admin. */
export const firstAccountBody = newPasswordBody.extend({
  token: z.string().max(200),
  nom: requiredText('Veuillez entrer le nom'),
  prenom: requiredText('Veuillez entrer le prénom'),
  username: requiredText('Veuillez entrer le pseudo', 60).regex(
    /^[^\s@]+$/,
    'Le pseudo ne contient ni espace ni « @ »',
  ),
  email: z.string().trim().pipe(z.email('Veuillez entrer une adresse email valide')),
});
export type FirstAccount = z.infer<typeof firstAccountBody>;

export const userSchema = users.replySchema;
export type User = z.infer<typeof userSchema>;

/** The signed-in person, their rights, and the places they may switch between. */
export const sessionSchema = z.object({
  user: userSchema,
  /** Grants by navigation key. */
  permissions: z.record(z.string(), z.array(z.string()).readonly()),
  /** What is in use where the person works; the menu leaves out the rest. */
  faits: z.record(z.enum(FACTS), z.boolean()),
  collectivites: z.array(nestedSchema),
  ramifications: z.array(nestedSchema.extend({ entite: nestedSchema })),
  /** Today in the installation's time zone, `YYYY-MM-DD`. */
  today: z.string(),
  timeZone: z.string(),
  /** Whether the database holds the demonstration data. */
  demo: z.boolean(),
  /** Background tiles of the maps, if the installation has any; without them maps make no outside request. */
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  affichage: affichageSchema,
  /** True until the person replaces a password that somebody else set: no other request is served. */
  motDePasseDonne: z.boolean(),
  /** True until the person sets up the second factor that their group requires: no other request is served. */
  secondFacteurRequis: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
