import { Button } from '@mantine/core';
import type { Apercu } from '@octroi/contract/contribuables/fiche/fiche';
import { exonereText } from '@octroi/contract/contribuables/exonerations/exonere';
import { useQuery } from '@tanstack/react-query';
import { queryFor } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { askExoneration } from './exonerer.tsx';

/** The exonérations of a taxpayer in force this year or later; with the right, a button to ask for one. */
export function Exonerations({ id, apercu }: { id: number; apercu: Apercu | undefined }) {
  const year = Number(useSession().today.slice(0, 4));
  const mayAsk = useMay('exonerations', 'Créer');
  const read = useQuery({
    ...queryFor('GET /contribuables/{id}', { params: { id: String(id) } }),
    enabled: mayAsk,
  });
  const [fiche, failure] = [read.data, failureOf(read)];
  if (!apercu || (apercu.exonerations.length === 0 && !mayAsk)) return null;
  return (
    <Card
      title="Exonérations"
      actions={
        mayAsk && fiche ? (
          <Button variant="default" size="xs" onClick={() => askExoneration(fiche)}>
            Exonérer
          </Button>
        ) : undefined
      }
    >
      {apercu.exonerations.length === 0 ? (
        <CardNote>Rien n’est exonéré.</CardNote>
      ) : (
        apercu.exonerations.map((each) => <CardNote key={each.id}>{exonereText(each, year)}</CardNote>)
      )}
      {failure ? (
        <UnreadNote failure={failure}>Ce que l’on peut exonérer n’a pas pu être lu.</UnreadNote>
      ) : null}
    </Card>
  );
}
