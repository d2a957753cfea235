import { SCREENS } from '@octroi/contract/register';
import { isSuperAdmin } from '@octroi/contract/rights';
import './exports.css';
import { Button, Progress, Skeleton } from '@mantine/core';
import { MAX_EXPORT_DIRECT, MAX_SHEETS_DIRECT } from '@octroi/contract/constants';
import type { Export } from '@octroi/contract/platform/jobs/exports';
import { MESSAGES } from '@octroi/contract/messages';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { isOver } from '@octroi/contract/platform/jobs/statuts';
import { IconDownload } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { queryFor, call, linkTo, resourceKey } from '#src/platform/call.ts';
import { useSession } from '#src/platform/session.ts';
import { failureOf, thenRead } from '#src/platform/query.ts';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { EmptyState } from '#src/ui/page/EmptyState.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { FigureTable, figureHead } from '#src/ui/figure/FigureTable.tsx';
import { TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PageHeader } from '#src/ui/page/PageHeader.tsx';
import { StatusBadge } from '#src/ui/figure/StatusBadge.tsx';
import table from '#src/ui/figure/FigureTable.module.css';
import classes from './ExportsScreen.module.css';
import { sizeText } from '#src/ui/file/size-text.ts';

/** Refresh interval while an export runs, in milliseconds. */
const EVERY = 1000;

/** The person's long exports: progress, and files to download. */
export function ExportsScreen() {
  const session = useSession();
  const all = isSuperAdmin(session.user);
  const files = useQuery({
    ...queryFor('GET /exports'),
    staleTime: 0,
    select: ({ data }) => data,
    refetchInterval: ({ state }) => (state.data?.data.every(isOver) ? false : EVERY),
  });
  const failure = failureOf(files);
  return (
    <>
      <PageHeader
        breadcrumb={[TABLEAU_DE_BORD, { label: SCREENS.exports.nom }]}
        title={SCREENS.exports.nom}
      />
      {failure ? (
        <ErrorState failure={failure} />
      ) : !files.data ? (
        <Skeleton height={160} radius="md" role="status" aria-label="Chargement des exports" />
      ) : files.data.length === 0 ? (
        <EmptyState
          title="Rien encore"
          text={`Un export de plus de ${formatNumber(MAX_EXPORT_DIRECT)} lignes, ou plus de ${formatNumber(MAX_SHEETS_DIRECT)} relevés, se prépare ici : lancez-le depuis le menu « Exporter » d’une liste ou depuis un rapport.`}
        />
      ) : (
        <div className={table.card}>
          <FigureTable
            label="Fichiers"
            className={classes.files}
            heads={[
              'Fichier',
              'Demandé',
              ...(all ? ['Par'] : []),
              'Statut',
              ...['Lignes', 'Taille'].map(figureHead),
              'Gardé jusqu’au',
              { text: <span className={classes.hidden}>Actions</span> },
            ]}
          >
            {files.data.map((file) => (
              <ExportLine key={file.id} file={file} timeZone={session.timeZone} withAuthor={all} />
            ))}
          </FigureTable>
        </div>
      )}
    </>
  );
}

interface ExportLineProps {
  file: Export;
  timeZone: string;
  withAuthor: boolean;
}

function ExportLine({ file, timeZone, withAuthor }: ExportLineProps) {
  const { titre, fichier, statut, lignes, total, octets, message, utilisateur } = file;
  const ended = isOver(file);
  const requested = formatInstant(file.createdAt, timeZone);
  return (
    <tr>
      <th scope="row">
        {titre}
        <span className={classes.second}>{fichier}</span>
      </th>
      <td>
        {requested.jour}
        <span className={classes.second}>{requested.heure}</span>
      </td>
      {withAuthor ? <td>{utilisateur.fullName}</td> : null}
      <td>
        {statut === 'en cours' && total > 0 ? (
          <Progress.Root size="lg" className={classes.progress}>
            <Progress.Section value={(lignes / total) * 100} aria-label={`Avancement de ${titre}`} />
          </Progress.Root>
        ) : (
          <StatusBadge status={statut} />
        )}
        {message ? <span className={classes.message}>{message}</span> : null}
      </td>
      <td className={table.figure}>
        {formatNumber(lignes)}
        {ended || total === 0 ? null : <span className={classes.second}>sur {formatNumber(total)}</span>}
      </td>
      <td className={table.figure}>{octets === null ? '–' : sizeText(octets)}</td>
      <td data-head="Gardé jusqu’au">{formatInstant(file.expiresAt, timeZone).jour}</td>
      <td className={classes.acts}>
        <ExportActs file={file} />
      </td>
    </tr>
  );
}

/** Download, retry or delete. */
function ExportActs({ file }: { file: Export }) {
  const { id, titre, fichier, statut, octets } = file;
  const settle = thenRead(resourceKey('GET /exports'));
  const removal = useMutation({
    mutationFn: () => call('DELETE /exports/{export}', { params: { export: id } }),
    ...settle,
  });
  const retry = useMutation({
    mutationFn: () => call('POST /travaux/{travail}/relance', { params: { travail: id } }),
    ...settle,
  });
  const ended = isOver(file);
  const remove = async (): Promise<void> => {
    const yes =
      !ended ||
      (await askConfirm({
        title: `${titre} (${fichier})`,
        message: MESSAGES.supprimerUn,
        confirm: 'Supprimer',
        danger: true,
      }));
    if (yes) removal.mutate();
  };
  return (
    <>
      {octets === null ? null : (
        <Button
          component="a"
          href={linkTo('GET /exports/{export}/fichier', { params: { export: id } })}
          download={fichier}
          size="xs"
          leftSection={<IconDownload size={14} />}
          aria-label={`Télécharger ${titre}, ${fichier}`}
        >
          Télécharger
        </Button>
      )}
      {statut === 'échoué' ? (
        <Button
          size="xs"
          loading={retry.isPending}
          onClick={() => retry.mutate()}
          aria-label={`Relancer ${titre}, ${fichier}`}
        >
          Relancer
        </Button>
      ) : null}
      <Button
        variant="default"
        size="xs"
        loading={removal.isPending}
        onClick={() => void remove()}
        aria-label={`${ended ? 'Supprimer' : 'Arrêter'} ${titre}, ${fichier}`}
      >
        {ended ? 'Supprimer' : 'Arrêter'}
      </Button>
    </>
  );
}
