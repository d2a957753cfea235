import { PAGES } from '@octroi/contract/pages';
import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { Button } from '@mantine/core';
import type { ContribuableFiche } from '@octroi/contract/contribuables/fiche/fiche';
import { IconCheck, IconChevronLeft, IconChevronRight, IconPencil } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '#src/platform/session.ts';
import { isShortcut } from '#src/platform/shortcut.ts';
import { neighbour } from './queue.ts';
import type { Review } from './use-review.ts';
import classes from './Revue.module.css';

interface RevueActsProps {
  row: ContribuableFiche;
  review: Review;
}

const Key = ({ children }: { children: ReactNode }) => <kbd aria-hidden>{children}</kbd>;

interface ActProps {
  letter: string;
  icon: ReactNode;
  busy: boolean;
  /** Absent: the act is not possible now. */
  run: (() => void) | undefined;
  children: ReactNode;
}

const Act = ({ letter, icon, busy, run, children }: ActProps) => (
  <Button
    variant="default"
    leftSection={icon}
    rightSection={<Key>{letter}</Key>}
    aria-keyshortcuts={letter}
    disabled={!run || busy}
    onClick={run}
  >
    {children}
  </Button>
);

/** Runs an act by its letter. */
function useLetters(acts: Readonly<Record<string, (() => void) | undefined>>): void {
  const press = useEffectEvent((event: KeyboardEvent): void => {
    const act = isShortcut(event) && !event.repeat ? acts[event.key.toUpperCase()] : undefined;
    if (!act) return;
    event.preventDefault();
    act();
  });
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => press(event);
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
}

/** The acts on the record, each with its key. */
export function RevueActs({ row, review }: RevueActsProps) {
  const { id, fullName, statut } = row;
  const { queue, busy } = review;
  const mayCorrect = useMay('contribuables', 'Modifier');
  const navigate = useNavigate();
  const isFirst = queue !== undefined && neighbour(queue, id, -1) === undefined;
  const isDone = statut === 'Validé' || queue?.outcomes[id] === 'validé';
  const edit = {
    to: PAGES.contribuableEdit,
    params: { id: String(id) },
    search: { retour: 'revue' },
  } as const;

  const validate = isDone ? undefined : () => void review.validate(row);
  const correct = mayCorrect ? () => void navigate(edit) : undefined;
  const pass = () => void review.move(id, 1);
  const back = isFirst ? undefined : () => void review.move(id, -1);
  useLetters(busy ? {} : { V: validate, C: correct, J: pass, K: back });
  return (
    <div className={classes.acts} role="group" aria-label="Que faire de cet enrôlement">
      <Act letter="K" icon={<IconChevronLeft size={16} aria-hidden />} busy={busy} run={back}>
        Précédent
      </Act>
      <Act letter="J" icon={<IconChevronRight size={16} aria-hidden />} busy={busy} run={pass}>
        {isDone ? 'Suivant' : 'Passer'}
      </Act>
      {correct ? (
        <Act letter="C" icon={<IconPencil size={16} aria-hidden />} busy={busy} run={correct}>
          Corriger
        </Act>
      ) : null}
      <Button
        className={classes.validate ?? ''}
        leftSection={<IconCheck size={16} aria-hidden />}
        rightSection={<Key>V</Key>}
        aria-keyshortcuts="V"
        loading={busy}
        disabled={isDone}
        onClick={validate}
      >
        {isDone ? 'Validé' : `Valider ${fullName}`}
      </Button>
    </div>
  );
}
