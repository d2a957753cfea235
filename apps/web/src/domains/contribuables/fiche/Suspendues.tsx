import { Anchor } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Apercu } from '@octroi/contract/contribuables/fiche/fiche';
import { suspenduText } from '@octroi/contract/fiscalite/suspensions/suspension-words';
import { SCREENS } from '@octroi/contract/register';
import { Link } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { CardNote } from '#src/ui/page/Card.tsx';

/** The suspensions and moratoires that reach a taxpayer: why a month is missing, or falls due later. */
export function Suspendues({ row, apercu }: { row: ContribuableRow; apercu: Apercu | undefined }) {
  const mayList = useMay('suspensions', 'Lister');
  const text = apercu?.suspensions.map(suspenduText).join(' ');
  if (!text && !mayList) return null;
  return (
    <CardNote>
      {text ? `${text} ` : null}
      {mayList ? (
        <Anchor
          inherit
          renderRoot={(props) => (
            <Link
              {...props}
              to={SCREENS.suspensions.url}
              search={{ entite: row.ramification.entite.id, ms: [row.ramification.id] }}
            />
          )}
        >
          Suspensions et moratoires de ce lieu
        </Anchor>
      ) : null}
    </CardNote>
  );
}
