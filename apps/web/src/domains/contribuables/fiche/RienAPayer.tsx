import type { Apercu } from '@octroi/contract/contribuables/fiche/fiche';
import { rienAPayerText } from '@octroi/contract/fiscalite/tarifs/bareme';
import { useSession } from '#src/platform/session.ts';
import { CardNote } from '#src/ui/page/Card.tsx';

/** The bases for whose quantity the rate of this year asks nothing: they have no échéance, and lack no rate. */
export function RienAPayer({ apercu }: { apercu: Apercu | undefined }) {
  const { today } = useSession();
  if (!apercu || apercu.rienAPayer.length === 0) return null;
  return <CardNote>{rienAPayerText(apercu.rienAPayer, `en ${today.slice(0, 4)}`)}</CardNote>;
}
