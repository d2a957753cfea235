import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import { EmptyState } from '../page/EmptyState.tsx';
import { CreateButton, type CreateHref } from './acts/CreateButton.tsx';

interface EmptyText {
  title: string;
  text?: string;
  action?: ReactNode;
}

/** The text of an empty list. @param hiding names of the active search, chips and filters */
export type Empty = (hiding: readonly string[]) => EmptyText;

/** `Aucune ligne ne répond à « Ali », Statut, Montant.` */
export const hiddenBy = (hiding: readonly string[]): string =>
  hiding.length > 0
    ? `Aucune ligne ne répond ${hiding.length > 1 ? 'à la fois ' : ''}à : ${hiding.join(', ')}.`
    : 'Aucune ligne ne répond à ces critères.';

interface NoRowsProps {
  /** Rows on other pages. */
  total: number;
  /** Whether filters or parameters apply. */
  isFiltered: boolean;
  create?: CreateHref | undefined;
  /** Text of an empty, unfiltered list. */
  emptyText?: string | undefined;
  empty?: Empty | undefined;
  hiding: readonly string[];
  onClear: () => void;
  onLast: () => void;
}

/** Distinguishes « Rien encore », « Rien trouvé », and a page beyond the last. */
export function NoRows(props: NoRowsProps) {
  const { total, isFiltered, empty, hiding, create, emptyText, onClear, onLast } = props;
  if (total > 0)
    return (
      <EmptyState
        title="Cette page n’existe plus"
        text="La liste est devenue plus courte."
        action={<Button onClick={onLast}>Aller à la dernière page</Button>}
      />
    );
  if (empty) return <EmptyState {...empty(hiding)} />;
  if (isFiltered)
    return (
      <EmptyState
        title="Rien trouvé"
        text={hiddenBy(hiding)}
        action={
          <Button variant="default" onClick={onClear}>
            Retirer les filtres
          </Button>
        }
      />
    );
  return (
    <EmptyState
      title="Rien encore"
      text={emptyText ?? 'Les lignes apparaîtront ici dès qu’il y en aura.'}
      action={create ? <CreateButton create={create} /> : null}
    />
  );
}
