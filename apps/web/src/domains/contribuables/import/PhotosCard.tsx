/** The archive of pictures beside a file: its sending, the job that reads it, and what becomes of each picture. */
import { useState } from 'react';
import { Alert, Button, FileButton } from '@mantine/core';
import type { Import } from '@octroi/contract/contribuables/import/import';
import { SORTS_PHOTO } from '@octroi/contract/contribuables/import/import-sorts';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { isOver } from '@octroi/contract/platform/jobs/statuts';
import type { Travail } from '@octroi/contract/platform/jobs/travaux';
import { IconUpload } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { reasonOf } from '#src/platform/api.ts';
import { call } from '#src/platform/call.ts';
import { failureOf } from '#src/platform/query.ts';
import { FigureTable } from '#src/ui/figure/FigureTable.tsx';
import { Card } from '#src/ui/page/Card.tsx';
import { UnreadNote } from '#src/ui/page/FailureNote.tsx';
import { TravailCard } from '#src/ui/travail/TravailCard.tsx';
import { useTravail } from '#src/ui/travail/use-travail.ts';
import { useAct } from '#src/ui/use-act.ts';
import { photosQuery, photosTravauxOf, SHOWN, travauxQuery } from './queries.ts';
import classes from './Import.module.css';

interface PhotosCardProps {
  file: Import;
  /** The latest job that read the file: it tells which rows name which picture. */
  lecture: Travail | undefined;
}

export function PhotosCard({ file, lecture }: PhotosCardProps) {
  const client = useQueryClient();
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reasonOf(error)));
  const travaux = useQuery({ ...travauxQuery, select: photosTravauxOf(file.id) });
  const [latest] = travaux.data ?? [];
  const send = async (archive: File | null): Promise<void> => {
    if (!archive) return;
    setFault(undefined);
    const form = new FormData();
    form.set('archive', archive);
    await perform(async () => {
      const travail = await call('POST /contribuables/imports/{import}/photos', {
        params: { import: file.id },
        form,
      });
      client.setQueryData(travauxQuery.queryKey, (before) => ({ data: [travail, ...(before?.data ?? [])] }));
    });
  };
  return (
    <Card title="Photos">
      <p className={classes.text}>
        Si une colonne du fichier nomme la photo de chaque contribuable (« amina.jpg »), envoyez ici l’archive
        ZIP de ces images : JPEG, PNG ou WebP de 10 Mo au plus, 2 000 par archive. Ni les majuscules, ni les
        accents, ni les dossiers ne comptent. Plusieurs archives s’ajoutent l’une à l’autre.
      </p>
      <div className={classes.acts}>
        <FileButton
          accept=".zip,application/zip"
          onChange={(archive) => void send(archive)}
          key={String(busy)}
        >
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={busy}
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Choisir l’archive des photos
            </Button>
          )}
        </FileButton>
        {fault ? (
          <Alert color="red" role="alert">
            {fault}
          </Alert>
        ) : null}
      </div>
      {latest ? <PhotosWork key={latest.id} file={file} travail={latest} lecture={lecture} /> : null}
    </Card>
  );
}

interface PhotosReport {
  photos: number;
  refusees: number;
}

const counted = (count: number, one: string, several: string): string =>
  `${formatNumber(count)} ${count > 1 ? several : one}`;

function PhotosWork({ file, travail: started, lecture }: PhotosCardProps & { travail: Travail }) {
  const { travail } = useTravail(started);
  const read = useTravail(lecture ?? started).travail;
  const sorts = useQuery({
    ...photosQuery(file.id, `${travail.id} ${travail.fait} ${read.id} ${read.statut}`),
    enabled: isOver(travail),
  });
  const [page, failure] = [sorts.data, failureOf(sorts)];
  return (
    <>
      <div className={classes.photosWork}>
        <TravailCard
          travail={started}
          title="Lecture des photos"
          report={({ rapport }) => {
            const { photos, refusees } = rapport as unknown as PhotosReport;
            return (
              <p className={classes.report}>
                {counted(photos, 'photo lue', 'photos lues')}
                {refusees > 0 ? `, ${counted(refusees, 'refusée', 'refusées')}` : ''}.
                {lecture ? '' : ' Cliquez « Vérifier » pour savoir quelle ligne nomme chacune.'}
              </p>
            );
          }}
        />
      </div>
      {failure ? <UnreadNote failure={failure}>Le sort des photos n’a pas pu être lu.</UnreadNote> : null}
      {page && page.data.length > 0 ? (
        <>
          <FigureTable label="Photos de l’archive" heads={['Photo', 'Ce qu’elle devient']}>
            {page.data.map(({ chemin, sort, detail, lignes }) => (
              <tr key={chemin}>
                <th scope="row" className={classes.photo}>
                  {chemin}
                </th>
                <td className={classes.photo}>
                  {SORTS_PHOTO[sort]}
                  {lignes.length > 0
                    ? ` (${lignes.length > 1 ? 'lignes' : 'ligne'} ${lignes.join(', ')})`
                    : ''}
                  {detail ? ` : ${detail}` : ''}
                </td>
              </tr>
            ))}
          </FigureTable>
          {(page.meta.total_records ?? 0) > SHOWN ? (
            <p className={classes.text}>
              Les {SHOWN} premières sur {formatNumber(page.meta.total_records ?? 0)}, celles à revoir d’abord.
            </p>
          ) : null}
        </>
      ) : null}
    </>
  );
}
