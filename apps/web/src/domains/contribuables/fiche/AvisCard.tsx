import { formatFrancs } from '@octroi/contract/platform/values/money';
import { formatDay } from '@octroi/contract/platform/values/period';
import { remisText } from '@octroi/contract/recouvrement/remis';
import type { AvisDuContribuable } from '@octroi/contract/recouvrement/remises-avis';
import { SCREENS } from '@octroi/contract/register';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';

/** The notices in force of a taxpayer, and to whom each was handed over; nothing until there is one. */
export function AvisCard({ id }: { id: number }) {
  const read = useQuery(queryFor('GET /contribuables/{id}/avis', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  const mayList = useMay('avis-distribues', 'Lister');
  const records = useMay('avis-distribues', 'Créer') && mayList;
  if (failure) return <UnreadNote failure={failure}>Les avis d’imposition n’ont pas pu être lus.</UnreadNote>;
  if (!data || data.data.length === 0) return null;
  return (
    <Card title="Avis d’imposition">
      {data.data.map((avis) => (
        <AvisNote key={avis.numero} avis={avis} records={records} />
      ))}
    </Card>
  );
}

function AvisNote({ avis, records }: { avis: AvisDuContribuable; records: boolean }) {
  const { numero, jour, montant, remises } = avis;
  const isLeft = remises.every(({ remisA }) => remisA === 'absent');
  return (
    <CardNote>
      {numero} du {formatDay(jour)}, {formatFrancs(montant)}.{' '}
      {remises.map((remise) => (
        <span key={remise.id}>
          <b>{remisText(remise)}</b>, par {remise.agent}.{' '}
        </span>
      ))}
      {isLeft ? 'À remettre. ' : null}
      {isLeft && records ? (
        <Link to={SCREENS['avis-distribues'].url} search={{ noter: numero }}>
          Noter la remise
        </Link>
      ) : null}
    </CardNote>
  );
}
