import { rienAPayerText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#src/platform/session.ts';
import { CardNote } from '#src/ui/page/Card.tsx';
import { apercuQuery } from './queries.ts';

/** The bases for whose quantity the rate of this year asks nothing: they have no échéance, and lack no rate. */
export function RienAPayer({ id }: { id: number }) {
  const { today } = useSession();
  const { data } = useQuery(apercuQuery(id));
  if (!data || data.rienAPayer.length === 0) return null;
  return <CardNote>{rienAPayerText(data.rienAPayer, `en ${today.slice(0, 4)}`)}</CardNote>;
}
