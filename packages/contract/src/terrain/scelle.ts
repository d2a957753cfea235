/**
 * How a phone seals a command to the server, so that it can be handed over without its person (ADR 0052): an ephemeral
 * ECDH key on P-256, HKDF-SHA-256, AES-256-GCM. Sealed: the ephemeral public key as a raw point, the nonce, what is encrypted.
 * Pure, and without schemas.
 */
export const SCEAU = { point: 65, nonce: 12 } as const;

/** What the derived key is for: it is of this server key alone. */
export const usageDuSceau = (cle: string): string => `octroi remise 1 ${cle}`;

/** What a sealed command is bound to: it opens as that of no other device, nor of another rank. */
export const lieuDuSceau = (appareil: number, sequence: number): string => `${appareil}/${sequence}`;
