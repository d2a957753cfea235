import type { ReactNode } from 'react';
import type { Failure } from '#src/platform/query.ts';
import { FailureNote } from '#src/ui/page/FailureNote.tsx';
import type { Reading } from './resource-options.ts';

/** Shown in place of a name that is not read yet. */
export const UNREAD = '…';

const OFFLINE = 'Hors ligne : la liste sera lue au retour du réseau';

/** The text of a select without options, by the state of its list. @param empty once the list is read */
export function nothingToChoose(reading?: Reading, empty = 'Rien trouvé'): string {
  if (reading?.offline) return OFFLINE;
  return reading?.loading ? 'Chargement…' : empty;
}

/** Whether the list is loaded completely. */
export const isRead = ({ loading, failure, offline }: Reading): boolean => !loading && !failure && !offline;

/**
 * Props for the loading state of a select. A failed list shows its error below with a retry, and does not open.
 * @param error validation error, which takes precedence
 * @param empty text of a list without options
 */
export const choiceState = (reading: Reading, error?: ReactNode, empty?: string) =>
  reading.failure && !reading.offline
    ? { error: error ?? <Unread failure={reading.failure} />, dropdownOpened: false }
    : { error, nothingFoundMessage: nothingToChoose(reading, empty) };

/** Why a select that cannot show it in its list has no options yet. */
export const unreadNote = (reading: Reading): ReactNode =>
  reading.offline ? OFFLINE : reading.failure ? <Unread failure={reading.failure} /> : undefined;

const Unread = ({ failure }: { failure: Failure }) => (
  <FailureNote failure={failure}>La liste n’a pas pu être chargée.</FailureNote>
);
