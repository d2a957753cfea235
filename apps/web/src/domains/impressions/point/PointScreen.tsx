import { useState } from 'react';
import { Button, NativeSelect } from '@mantine/core';
import { moisDuPoint, moisOfferts, moisText } from '@octroi/contract/impressions/point-days';
import { SCREENS } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import { IconFileDownload } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import { callFile } from '#src/platform/call.ts';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { saveResult } from '#src/ui/file/take-file.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { section, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { useAct } from '#src/ui/use-act.ts';
import { EnvoiForm } from './EnvoiForm.tsx';
import classes from './Point.module.css';

const { nom: TITLE, url } = SCREENS['point-du-mois'];
const route = getRouteApi(`/shell${url}`);

/** One page about a collectivité's month: made here, and mailed on the first of the month to the named addresses. */
export function PointScreen() {
  const { collectivites, permissions } = useSession();
  const { chosenPlace } = useChosenPlace();
  const navigate = route.useNavigate();
  const { entite: addressEntite } = route.useSearch();
  const chosen = addressEntite ?? (chosenPlace?.kind === 'entite' ? chosenPlace.id : undefined);
  const entite = collectivites.find(({ id }) => id === chosen)?.id ?? collectivites[0]?.id;
  return (
    <div className={classes.frame}>
      <PageHeader breadcrumb={[TABLEAU_DE_BORD, section('Impressions'), { label: TITLE }]} title={TITLE} />
      {entite === undefined ? (
        <EmptyState
          title="Il vous faut toute la collectivité"
          text="Le point du mois vaut pour une collectivité entière, et vous n’en voyez qu’une partie. Demandez-le à son administrateur."
        />
      ) : (
        <>
          {collectivites.length > 1 ? (
            <NativeSelect
              className={classes.entite}
              label="Collectivité"
              data={collectivites.map(({ id, nom }) => ({ value: String(id), label: nom }))}
              value={String(entite)}
              onChange={(event) => void navigate({ search: { entite: Number(event.currentTarget.value) } })}
            />
          ) : null}
          <Making entite={entite} />
          {may(permissions, 'papiers', 'Modifier') ? <EnvoiForm key={entite} entite={entite} /> : null}
        </>
      )}
    </div>
  );
}

function Making({ entite }: { entite: number }) {
  const { today } = useSession();
  const [mois, setMois] = useState(moisDuPoint(today));
  const { busy, perform } = useAct();
  const make = () =>
    perform(async () =>
      saveResult(
        await callFile('POST /entites/{id}/point-du-mois', { params: { id: entite }, body: { mois } }),
      ),
    );
  return (
    <Card title="Faire le point">
      <div className={classes.form}>
        <p className={classes.note}>
          Une page A4 : ce qui est reçu et échu, mois par mois, par lieu et par moyen, les dix plus grands
          impayés et ce qui attend. Le mois en cours est compté jusqu’à hier soir.
        </p>
        <div className={classes.acts}>
          <NativeSelect
            label="Mois"
            data={moisOfferts(today).map((each) => ({ value: each, label: moisText(each) }))}
            value={mois}
            onChange={({ currentTarget }) => setMois(currentTarget.value)}
          />
          <Button loading={busy} leftSection={<IconFileDownload size={18} />} onClick={() => void make()}>
            Télécharger le PDF
          </Button>
        </div>
      </div>
    </Card>
  );
}
