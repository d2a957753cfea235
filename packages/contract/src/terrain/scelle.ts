/**
 * How a phone seals a command to the server, so that it can be handed over without the agent (ADR 0052): ephemeral ECDH
 * key on P-256, HKDF-SHA-256, AES-256-GCM. Format: ephemeral public key as a raw point, nonce, ciphertext. Pure,
 * without schemas.
 */
export const SCEAU = { point: 65, nonce: 12 } as const;

/** HKDF info of the derived key, bound to one server key. */
export const usageDuSceau = (cle: string): string => `octroi remise 1 ${cle}`;

/** Additional data of a sealed command: it cannot be opened as a command of another device or sequence. */
export const lieuDuSceau = (appareil: number, sequence: number): string => `${appareil}/${sequence}`;
