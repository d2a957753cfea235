/** Sends SMS through a gateway; without one, nothing is sent. Independent of all domains. */

export interface Sms {
  /** `+22790123456` */
  to: string;
  /** In the 7-bit alphabet. */
  text: string;
}

/** Result of an attempt. */
export type Sent =
  /** Accepted by the gateway. @param reference the gateway's id */
  | { state: 'sent'; reference: string | null }
  /** Refused, now and later. */
  | { state: 'refused'; cause: string }
  /** Not received: another attempt sends it once. */
  | { state: 'later'; cause: string }
  /** Perhaps received: another attempt could send it twice. */
  | { state: 'unknown'; cause: string };

export interface SmsGateway {
  /** Display name. */
  nom: string;
  /** Whether messages are really sent. */
  real: boolean;
  /** Never throws. */
  send: (sms: Sms) => Promise<Sent>;
}

/** Used without a gateway: messages are stored and shown as simulated. */
export const simulatedGateway: SmsGateway = {
  nom: 'Simulation',
  real: false,
  send: async () => ({ state: 'sent', reference: null }),
};
