import { moisDuPoint } from '@octroi/contract/impressions/point-days';
import { SCREENS } from '@octroi/contract/register';
import { Button } from '@mantine/core';
import { IconReportAnalytics } from '@tabler/icons-react';
import { callFile } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { saveResult } from '#src/ui/file/take-file.ts';
import type { Territory } from '#src/ui/territory/use-territory.ts';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';
import { useAct } from '#src/ui/use-act.ts';

const { nom: TITLE, url } = SCREENS['point-du-mois'];
const LOOK = { variant: 'default', leftSection: <IconReportAnalytics size={16} /> } as const;

/** Makes « Point du mois » of the chosen collectivité; where none is chosen, its screen asks which. */
export function PointButton({ territory: { entiteId } }: { territory: Territory }) {
  const { today, collectivites } = useSession();
  const mayMake = useMay('rythme', 'Exporter');
  const { busy, perform } = useAct();
  const own =
    collectivites.find(({ id }) => id === entiteId) ?? (collectivites.length === 1 && collectivites[0]);
  if (!mayMake || collectivites.length === 0) return null;
  if (!own)
    return (
      <ButtonLink {...LOOK} to={url}>
        {TITLE}
      </ButtonLink>
    );
  return (
    <Button
      {...LOOK}
      loading={busy}
      onClick={() =>
        void perform(async () =>
          saveResult(
            await callFile('POST /entites/{id}/point-du-mois', {
              params: { id: own.id },
              body: { mois: moisDuPoint(today) },
            }),
          ),
        )
      }
    >
      {TITLE}
    </Button>
  );
}
