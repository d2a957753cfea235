export interface Visit {
  id: number;
  owed: number;
  payments: { id: number; montant: number; numeroRecu: string | null }[];
}
export function work(options: {
  url: string;
  username: string;
  password: string;
  clients?: number;
  contribuables?: number;
  graine?: string;
  secteur?: number;
  encaisse?: boolean;
  coupures?: number;
  patience?: number;
}): Promise<{
  visits: Visit[];
  contribuables: number;
  paiements: number;
  francs: number;
  appels: number;
  reprises: number;
  secondes: number;
}>;
