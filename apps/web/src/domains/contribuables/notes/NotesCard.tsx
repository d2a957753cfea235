import { Checkbox } from '@mantine/core';
import '@mantine/core/styles/Checkbox.layer.css';
import type { Note } from '@octroi/contract/contribuables/notes/notes';
import { formatDay, formatInstant } from '@octroi/contract/platform/values/period';
import { IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { call, queryFor } from '#src/platform/call.ts';
import { useMay, useSession } from '#src/platform/session.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { failureOf } from '#src/platform/query.ts';
import { Card, CardNote } from '#src/ui/page/Card.tsx';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import { NoteForm } from './NoteForm.tsx';
import { useNotesRefresh, useTache } from './use-tache.ts';
import classes from './Notes.module.css';

/** Notes and tasks about a taxpayer: what is to do first. */
export function NotesCard({ id }: { id: number }) {
  const read = useQuery(queryFor('GET /contribuables/{id}/notes', { params: { id } }));
  const [data, failure] = [read.data, failureOf(read)];
  const mayWrite = useMay('contribuables', 'Modifier');
  return (
    <Card title="Notes et tâches">
      {failure ? (
        <ErrorState failure={failure} />
      ) : data?.data.length === 0 ? (
        <CardNote>Aucune note.</CardNote>
      ) : (
        <ul className={classes.notes}>
          {data?.data.map((note) => (
            <NoteItem key={note.id} note={note} contribuable={id} mayWrite={mayWrite} />
          ))}
        </ul>
      )}
      {mayWrite ? <NoteForm contribuable={id} /> : null}
    </Card>
  );
}

interface NoteItemProps {
  note: Note;
  contribuable: number;
  mayWrite: boolean;
}

function NoteItem({ note, contribuable, mayWrite }: NoteItemProps) {
  const { today, timeZone } = useSession();
  const tick = useTache();
  const refresh = useNotesRefresh();
  const { id, texte, jour, pour, faitLe, faitPar } = note;
  const remove = async (): Promise<void> => {
    try {
      await call('DELETE /contribuables/{id}/notes/{note}', { params: { id: contribuable, note: id } });
    } catch (failure) {
      toastFailure(failure);
    } finally {
      await refresh(contribuable);
    }
  };
  const isLate = jour !== null && faitLe === null && jour < today;
  return (
    <li data-done={faitLe !== null || undefined}>
      {jour === null ? (
        <p>{texte}</p>
      ) : (
        <Checkbox
          label={texte}
          checked={faitLe !== null}
          disabled={!mayWrite || faitLe !== null}
          onChange={() => void tick({ id, texte, contribuable })}
        />
      )}
      <small data-late={isLate || undefined}>
        {jour === null
          ? null
          : `À faire le ${formatDay(jour)} par ${pour?.nom}${isLate ? ', en retard' : ''} · `}
        {faitLe && faitPar ? `fait le ${formatInstant(faitLe, timeZone).jour} par ${faitPar.nom} · ` : null}
        {note.auteur.nom}, {formatInstant(note.createdAt, timeZone).jour}
      </small>
      {mayWrite ? (
        <button
          type="button"
          aria-label={`Supprimer : ${texte}`}
          title="Supprimer"
          onClick={() => void remove()}
        >
          <IconTrash size={16} />
        </button>
      ) : null}
    </li>
  );
}
