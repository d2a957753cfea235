import type { ReactNode } from 'react';
import { Button } from '@mantine/core';
import type { Reading } from './resource-options.ts';
import classes from './ReferenceSelect.module.css';

/** What a choice says in place of options; of a list at hand nothing is read. */
export function nothingToChoose(reading?: Reading): string {
  if (reading?.offline) return 'Hors ligne : la liste sera lue au retour du réseau';
  return reading?.loading ? 'Chargement…' : 'Rien trouvé';
}

/** Whether the list of a choice is known: what is not in it does not exist. */
export const isRead = ({ loading, error, offline }: Reading): boolean => !loading && !error && !offline;

/**
 * What a choice says of the list that it is made from. One that could not be read says so beneath, with the way to read
 * it again, and opens no list over it.
 * @param error of what was chosen, which comes first
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
