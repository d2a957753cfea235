/** A person's own account and its sessions (specification 1 section 2, Profile). */
import { z } from 'zod';
import { tidied } from '../../platform/values/text.ts';
import { newPasswordBody } from '../accounts/users.ts';

/** Names appear in lists, mails and PDF: line breaks and other control characters are refused. */
const line = (max: number) =>
  z
    .string()
    .overwrite(tidied)
    .max(max)
    .regex(/^\P{C}*$/u, 'Un texte sur une ligne est attendu');

const secretText = z.string().min(1, 'Veuillez entrer votre mot de passe actuel').max(200);

export const profileSchema = z.object({
  id: z.int(),
  nom: z.string(),
  prenom: z.string(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  telephone: z.string().nullable(),
  version: z.int(),
});
export type Profile = z.infer<typeof profileSchema>;

/** What a person may change in their own account; a new email address requires the current password. */
export const profilePatchSchema = z.object({
  nom: line(100).min(1, 'Veuillez entrer votre nom').optional(),
  prenom: line(100).optional(),
  email: z.string().trim().max(200).pipe(z.email('Veuillez entrer une adresse email valide')).optional(),
  telephone: line(40)
    .regex(/^[+\d][\d\s().-]*$|^$/, 'Un numéro de téléphone est attendu')
    .nullable()
    .transform((value) => value || null)
    .optional(),
  actuel: secretText.optional(),
});
export type ProfilePatch = z.infer<typeof profilePatchSchema>;

export const passwordChangeSchema = newPasswordBody.extend({ actuel: secretText });
export type PasswordChange = z.infer<typeof passwordChangeSchema>;

/** The current password, asked again before a sensitive act. */
export const presentPasswordSchema = z.object({ actuel: secretText });

export const profileSessionSchema = z.object({
  id: z.int(),
  /** A browser's cookie, or a program's bearer token. */
  kind: z.enum(['cookie', 'bearer']),
  createdAt: z.string(),
  expiresAt: z.string(),
  address: z.string().nullable(),
  userAgent: z.string().nullable(),
  /** The session that sent this request. */
  courante: z.boolean(),
});
export type ProfileSession = z.infer<typeof profileSessionSchema>;
