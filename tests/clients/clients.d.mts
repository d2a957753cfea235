/** Server, account and network of the agents. */
interface Connection {
  url: string;
  username: string;
  password: string;
  clients?: number;
  graine?: string;
  coupures?: number;
  patience?: number;
}
/** Calls, repeated calls, and seconds. */
interface Effort {
  appels: number;
  reprises: number;
  secondes: number;
}
export interface Visit {
  id: number;
  owed: number;
  payments: { id: number; montant: number; numeroRecu: string | null }[];
}
export function work(
  options: Connection & { contribuables?: number; secteur?: number; encaisse?: boolean },
): Promise<Effort & { visits: Visit[]; contribuables: number; paiements: number; francs: number }>;

export interface BookedPayment {
  cle: string;
  id: number;
  contribuable: number;
  montant: number;
  numeroRecu: string;
}
export function collect(
  options: Connection & {
    paiements?: number;
    secondes?: number;
    onBooked?: (payment: BookedPayment) => void;
  },
): Promise<Effort & { booked: BookedPayment[] }>;
