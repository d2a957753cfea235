import { useRef } from 'react';
import { ActionIcon, Skeleton } from '@mantine/core';
import type { ContribuableRow } from '@octroi/contract/contribuables/contribuables';
import type { Apercu } from '@octroi/contract/contribuables/fiche/fiche';
import type { Photo } from '@octroi/contract/contribuables/photos/photos';
import { MESSAGES } from '@octroi/contract/messages';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { IconChevronLeft, IconChevronRight, IconTrash } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { call, resourceKey } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastFailure, toastSuccess } from '#src/platform/toasts.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { askConfirm } from '#src/ui/dialog/confirm.tsx';
import { PhotoButton, sendPhoto } from '#src/ui/photo/index.ts';
import classes from './PhotosCard.module.css';

/** Photos of a taxpayer and of its equipment. */
export function PhotosCard({ row, apercu }: { row: ContribuableRow; apercu: Apercu | undefined }) {
  const client = useQueryClient();
  const changes = useMay('contribuables', 'Modifier');
  const changesEquipment = useMay('equipements', 'Modifier');
  const refresh = () => client.invalidateQueries({ queryKey: resourceKey('GET /contribuables') });
  const send = (owner: 'contribuables' | 'equipements', id: number) => async (file: File) => {
    await sendPhoto(owner, id, file);
    toastSuccess(MESSAGES.ajoute);
    await refresh();
  };
  const remove = async ({ id, equipement }: Photo): Promise<void> => {
    const title = 'Supprimer la photo';
    if (!(await askConfirm({ title, message: MESSAGES.supprimerUn, confirm: 'Supprimer', danger: true })))
      return;
    try {
      if (equipement)
        await call('DELETE /equipements/{id}/photos/{photo}', {
          params: { id: equipement.id, photo: id },
        });
      else await call('DELETE /contribuables/{id}/photo', { params: { id: row.id } });
      toastSuccess(MESSAGES.supprime);
      await refresh();
    } catch (error) {
      toastFailure(error);
    }
  };
  const portrait = apercu?.photos.some(({ equipement }) => equipement === null);
  return (
    <Card title="Photos">
      {!apercu ? (
        <Skeleton height={220} />
      ) : apercu.photos.length === 0 ? (
        <CardNote>Aucune photo n’a été prise.</CardNote>
      ) : (
        <PhotoRow
          photos={apercu.photos}
          subject={row.fullName}
          mayRemove={({ equipement }) => (equipement ? changesEquipment : changes)}
          onRemove={(photo) => void remove(photo)}
        />
      )}
      {apercu && (changes || changesEquipment) ? (
        <ul className={classes.adding}>
          {changes ? (
            <li>
              <PhotoButton
                label={portrait ? 'Changer la photo du contribuable' : 'Photo du contribuable'}
                send={send('contribuables', row.id)}
              />
            </li>
          ) : null}
          {changesEquipment
            ? apercu.equipements.map(({ id, nom }) => (
                <li key={id}>
                  <PhotoButton label={nom} send={send('equipements', id)} />
                </li>
              ))
            : null}
        </ul>
      ) : null}
    </Card>
  );
}

interface PhotoRowProps {
  photos: readonly Photo[];
  /** Name of the subject, for labels. */
  subject: string;
  mayRemove?: (photo: Photo) => boolean;
  onRemove?: (photo: Photo) => void;
}

/** A row of photos, scrolled by swiping or with buttons; each opens in a new tab. */
export function PhotoRow({ photos, subject, mayRemove, onRemove }: PhotoRowProps) {
  const { timeZone } = useSession();
  const row = useRef<HTMLUListElement>(null);
  const move = (direction: 1 | -1): void => {
    const { current } = row;
    current?.scrollBy({ left: direction * current.clientWidth, behavior: 'smooth' });
  };
  return (
    <div className={classes.carousel}>
      <ul ref={row} className={classes.photos}>
        {photos.map((photo) => {
          const name = photo.equipement?.nom ?? subject;
          return (
            <li key={photo.id}>
              <a href={`/uploads/${photo.nom}`} target="_blank" rel="noreferrer">
                <img
                  src={`/uploads/${photo.nom}`}
                  width={photo.largeur}
                  height={photo.hauteur}
                  loading="lazy"
                  alt={`Photo : ${name}`}
                />
              </a>
              <div className={classes.caption}>
                <span>
                  {name}
                  <small>
                    {formatInstant(photo.createdAt, timeZone).jour}, {photo.createdBy}
                  </small>
                </span>
                {onRemove && mayRemove?.(photo) ? (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Supprimer la photo : ${name}`}
                    onClick={() => onRemove(photo)}
                  >
                    <IconTrash size={16} aria-hidden />
                  </ActionIcon>
                ) : null}
              </div>
            </li>
          );
        })}
      </ul>
      {photos.length > 1 ? (
        <div className={classes.ways}>
          <ActionIcon variant="default" aria-label="Photo précédente" onClick={() => move(-1)}>
            <IconChevronLeft size={16} aria-hidden />
          </ActionIcon>
          <span>{photos.length} photos</span>
          <ActionIcon variant="default" aria-label="Photo suivante" onClick={() => move(1)}>
            <IconChevronRight size={16} aria-hidden />
          </ActionIcon>
        </div>
      ) : null}
    </div>
  );
}
