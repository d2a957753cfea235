/** The second factor: a code that the person's device works out from a shared secret and the time (RFC 6238). */
import { z } from 'zod';

/** Recovery codes given at a time; each opens one sign-in without the device. */
export const RECOVERY_CODES = 8;

/** Six digits of the device, or a recovery code, spaces and hyphens as one likes. */
export const codeSchema = z.string().trim().min(1, 'Veuillez entrer le code de vérification').max(40);

export const secondFactorSchema = z.object({
  actif: z.boolean(),
  /** Whether the person's group asks for it. */
  exige: z.boolean(),
  /** Recovery codes that are left. */
  codesRestants: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** Shown once, while the second factor is being set up. */
export const secondFactorSetupSchema = z.object({
  secret: z.string(),
  /** The secret as a QR code, an SVG document. */
  qr: z.string(),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>;

/** Shown once: only their hashes are kept. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
