import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { Reading } from './resource-options.ts';
import classes from './ReferenceSelect.module.css';

/** Shown in place of a name that is not read yet. */
export const UNREAD = '…';

/** The text of a select without options, by the state of its list. */
export function nothingToChoose(reading?: Reading): string {
  if (reading?.offline) return 'Hors ligne : la liste sera lue au retour du réseau';
  return reading?.loading ? 'Chargement…' : 'Rien trouvé';
}

/** Whether the list is loaded completely. */
export const isRead = ({ loading, error, offline }: Reading): boolean => !loading && !error && !offline;

/**
 * Props for the loading state of a select. A failed list shows its error below with a retry, and does not open.
 * @param error validation error, which takes precedence
 */
export const choiceState = (reading: Reading, error?: ReactNode) =>
  reading.error && !reading.offline
    ? { error: error ?? <Failure retry={reading.retry} />, dropdownOpened: false }
    : { error, nothingFoundMessage: nothingToChoose(reading) };

const Failure = ({ retry }: { retry: () => void }) => (
  <>
    La liste n’a pas pu être chargée.{' '}
    <Button className={classes.retry} variant="transparent" size="compact-xs" onClick={() => retry()}>
      Réessayer
    </Button>
  </>
);
