/** The second factor: a code that the person's device computes from a shared secret and the time (RFC 6238). */
import { z } from 'zod';

/** Number of recovery codes issued at a time; each allows one sign-in without the device. */
export const RECOVERY_CODES = 8;

/** Six digits from the device, or a recovery code; spaces and hyphens are ignored. */
export const codeSchema = z.string().trim().min(1, 'Veuillez entrer le code de vérification').max(40);

export const secondFactorSchema = z.object({
  actif: z.boolean(),
  /** Whether the person's group requires a second factor. */
  exige: z.boolean(),
  /** Unused recovery codes. */
  codesRestants: z.int(),
});
export type SecondFactor = z.infer<typeof secondFactorSchema>;

/** Shown once, during set-up. */
export const secondFactorSetupSchema = z.object({
  secret: z.string(),
  /** The secret as a QR code, an SVG document. */
  qr: z.string(),
});
export type SecondFactorSetup = z.infer<typeof secondFactorSetupSchema>;

/** Shown once: the server stores only their hashes. */
export const recoveryCodesSchema = z.object({ codes: z.array(z.string()) });
export type RecoveryCodes = z.infer<typeof recoveryCodesSchema>;
