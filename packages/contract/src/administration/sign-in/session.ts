/** Who signs in, and the session that the shell stands on (specification 1 sections 2 and 7). */
import { z } from 'zod';
import { nestedSchema } from '../../platform/http/schemas.ts';
import { affichageSchema } from '../profile/affichage.ts';
import { codeSchema } from './second-factor.ts';
import { newPasswordBody, users } from '../accounts/users.ts';

const credential = z
  .string()
  .min(1, 'Veuillez entrer votre pseudo ou adresse email et votre mot de passe')
  .max(200);
/** Of an account with a second factor; an empty one counts as none. */
const code = z.union([z.literal('').transform(() => undefined), codeSchema]).optional();

export const signInBody = z.object({ email: credential, password: credential, code });
export const tokenBody = z.object({ username: credential, password: credential, code });
export const tokenSchema = z.object({ token: z.string() });

export const forgottenPasswordBody = z.object({
  email: z.string().trim().min(1, 'Veuillez entrer votre pseudo ou adresse email').max(200),
});
export const resetPasswordBody = newPasswordBody.extend({ token: z.string().max(200) });

const asked = (hint: string, max = 200) => z.string().trim().min(1, hint).max(max);
/** The first account of an installation: whoever holds its one-time address becomes Super Admin. */
export const firstAccountBody = newPasswordBody.extend({
  token: z.string().max(200),
  nom: asked('Veuillez entrer le nom'),
  prenom: asked('Veuillez entrer le prénom'),
  username: asked('Veuillez entrer le pseudo', 60).regex(
    /^[^\s@]+$/,
    'Le pseudo ne contient ni espace ni « @ »',
  ),
  email: z.string().trim().pipe(z.email('Veuillez entrer une adresse email valide')),
});
export type FirstAccount = z.infer<typeof firstAccountBody>;

export const userSchema = users.replySchema;
export type User = z.infer<typeof userSchema>;

/** Who works, what they may do and between what they may switch. */
export const sessionSchema = z.object({
  user: userSchema,
  /** Grants by navigation key. */
  permissions: z.record(z.string(), z.array(z.string()).readonly()),
  collectivites: z.array(nestedSchema),
  ramifications: z.array(nestedSchema.extend({ entite: nestedSchema })),
  /** Today in the installation's time zone, `YYYY-MM-DD`. */
  today: z.string(),
  timeZone: z.string(),
  /** Whether the data are the demonstration's. */
  demo: z.boolean(),
  /** Background of the maps, where the installation has one; without it they call nobody. */
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  affichage: affichageSchema,
  /** Until the person has chosen a password in place of the one that somebody else gave, nothing else is served. */
  motDePasseDonne: z.boolean(),
  /** Until the person has set up the second factor that its group asks for, nothing else is served. */
  secondFacteurRequis: z.boolean(),
});
export type Session = z.infer<typeof sessionSchema>;
