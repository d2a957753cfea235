import './sauvegardes.css';
import { Alert, Button, Skeleton } from '@mantine/core';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { SCREENS } from '@octroi/contract/register';
import type { Sauvegarde, Sauvegardes } from '@octroi/contract/platform/jobs/sauvegardes';
import { IconDatabaseExport } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryFor, call, resourceKey } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { failureOf, thenRead } from '#src/platform/query.ts';
import { Card } from '#src/ui/page/Card.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { Facts } from '#src/ui/page/Facts.tsx';
import { figureHead, TitledFigureTable } from '#src/ui/figure/FigureTable.tsx';
import { ADMINISTRATION, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { sizeText } from '#src/ui/file/size-text.ts';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import table from '#src/ui/figure/FigureTable.module.css';
import classes from './Sauvegardes.module.css';
import { durationText, stateOf } from './state.ts';

/** Refresh interval in milliseconds, while a backup runs and otherwise. */
const SOON = 2000;
const LATER = 60_000;

const isOpen = ({ statut }: Sauvegarde): boolean => statut === 'en attente' || statut === 'en cours';

/** The automatic backups: the latest ones, their verification, and what to do after a failure. */
export function SauvegardesScreen() {
  const mayStart = useMay('sauvegardes', 'Créer');
  const backups = useQuery({
    ...queryFor('GET /sauvegardes'),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.data.some(isOpen) ? SOON : LATER),
  });
  const failure = failureOf(backups);
  const start = useMutation({
    mutationFn: () => call('POST /sauvegardes'),
    ...thenRead(resourceKey('GET /sauvegardes')),
  });
  const open = backups.data?.data.some(isOpen) ?? false;
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, ADMINISTRATION, { label: SCREENS.sauvegardes.nom }]}
        title={SCREENS.sauvegardes.nom}
        actions={
          mayStart && backups.data?.reglages ? (
            <Button
              leftSection={<IconDatabaseExport size={16} />}
              loading={start.isPending}
              disabled={open}
              onClick={() => start.mutate()}
            >
              Sauvegarder maintenant
            </Button>
          ) : null
        }
      />
      {failure ? (
        <ErrorState failure={failure} />
      ) : backups.data ? (
        <Content {...backups.data} />
      ) : (
        <Skeleton height={160} radius="md" role="status" aria-label="Chargement des sauvegardes" />
      )}
    </>
  );
}

function Content({ data, reglages }: Sauvegardes) {
  const { timeZone } = useSession();
  const state = stateOf({ data, reglages });
  const next = reglages && formatInstant(reglages.prochaine, timeZone);
  return (
    <div className={classes.parts}>
      {state ? (
        <Alert color={state.grave ? 'red' : 'yellow'} title={state.title} role="alert">
          {state.text}
        </Alert>
      ) : null}
      {reglages && next ? (
        <Card title="Ce qui est réglé">
          <Facts
            facts={[
              ['Prochaine', `${next.jour} à ${next.heure}`],
              ['Dossier', reglages.dossier],
              ['Copies', reglages.ailleurs.join(', ') || 'nulle part ailleurs'],
              ['Chiffrées', reglages.chiffrees ? 'oui' : 'non'],
              ['Gardées', `${reglages.jours} jours, ${reglages.semaines} semaines, ${reglages.mois} mois`],
            ]}
          />
        </Card>
      ) : null}
      {data.length === 0 ? (
        <EmptyState
          title="Rien encore"
          text={
            reglages
              ? 'La première se fait dans le quart d’heure qui suit le démarrage.'
              : 'L’exploitant règle OCTROI_BACKUP_HEURE, puis redémarre Octroi.'
          }
        />
      ) : (
        <TitledFigureTable
          title="Les dernières"
          heads={[
            'Commencée',
            'Statut',
            figureHead('Durée'),
            figureHead('Taille'),
            figureHead('Lignes'),
            'Vérifiée',
            'Chiffrée',
            'Copiée',
          ]}
        >
          {data.map((backup) => (
            <Line key={backup.id} backup={backup} timeZone={timeZone} />
          ))}
        </TitledFigureTable>
      )}
    </div>
  );
}

const yes = (backup: Sauvegarde, is: boolean): string =>
  backup.statut === 'terminé' ? (is ? 'oui' : 'non') : '–';

function Line({ backup, timeZone }: { backup: Sauvegarde; timeZone: string }) {
  const { statut, createdAt, startedAt, endedAt, fichier, octets, lignes, message, copies } = backup;
  const started = formatInstant(startedAt ?? createdAt, timeZone);
  return (
    <tr>
      <th scope="row">
        {started.jour} {started.heure}
        {fichier ? <span className={classes.second}>{fichier}</span> : null}
      </th>
      <td>
        <StatusBadge status={statut} />
        {message ? <span className={classes.message}>{message}</span> : null}
      </td>
      <td className={table.figure}>{startedAt && endedAt ? durationText(startedAt, endedAt) : '–'}</td>
      <td className={table.figure}>{octets === null ? '–' : sizeText(octets)}</td>
      <td className={table.figure}>{lignes === null ? '–' : formatNumber(lignes)}</td>
      <td>{yes(backup, backup.verifiee)}</td>
      <td>{yes(backup, backup.chiffree)}</td>
      <td>
        {copies.length === 0
          ? '–'
          : copies.map((copy) => (
              <span key={copy.lieu} className={copy.message ? classes.failed : classes.copy}>
                {copy.lieu}
                {copy.message ? ` : ${copy.message}` : null}
              </span>
            ))}
      </td>
    </tr>
  );
}
