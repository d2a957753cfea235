import { SCREENS } from '@octroi/contract/register';
import type { JournalRow } from '@octroi/contract/administration/journal/journal';
import { ressourceLabel } from '@octroi/contract/administration/journal/journal-words';

/** Address of the journal's list. */
export const PATH = SCREENS.journal.url;

/** The record of an act. */
export const recordText = ({ ressource, enregistrement }: JournalRow): string =>
  enregistrement === null
    ? ressourceLabel(ressource)
    : `${ressourceLabel(ressource)} (identifiant ${enregistrement})`;
