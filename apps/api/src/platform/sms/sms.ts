/** SMS go out by a gateway; without one they are kept and nothing leaves. It knows of no domain. */

export interface Sms {
  /** `+22790123456` */
  to: string;
  /** Of the 7-bit alphabet. */
  text: string;
}

/** What became of an attempt. */
export type Sent =
  /** The gateway took it over. @param reference its own name for it */
  | { state: 'sent'; reference: string | null }
  /** It will not take it, now or later. */
  | { state: 'refused'; cause: string }
  /** It never had it: another attempt sends it once. */
  | { state: 'later'; cause: string }
  /** It may have had it: another attempt could send it twice. */
  | { state: 'unknown'; cause: string };

export interface SmsGateway {
  /** As screens call it. */
  nom: string;
  /** Whether messages leave. */
  real: boolean;
  /** Never throws. */
  send: (sms: Sms) => Promise<Sent>;
}

/** Where no gateway is set: what would be sent is kept among the messages, and said to be simulated. */
export const simulatedGateway: SmsGateway = {
  nom: 'Simulation',
  real: false,
  send: async () => ({ state: 'sent', reference: null }),
};
