import { SCREENS } from '@octroi/contract/register';
import { may } from '@octroi/contract/rights';
import { useMemo } from 'react';
import type { JournalRow } from '@octroi/contract/administration/journal/journal';
import { journalList } from '@octroi/contract/administration/journal/journal-columns';
import { viewOf } from '@octroi/contract/platform/listing/columns';
import { formatInstant } from '@octroi/contract/platform/values/period';
import { IconEye } from '@tabler/icons-react';
import { linkOptions } from '@tanstack/react-router';
import { useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import type { Href } from '#src/platform/address.ts';
import type { Column } from '#src/ui/list/columns.ts';
import { ListScreen } from '#src/ui/list/ListScreen.tsx';
import type { ListDefaults } from '#src/ui/list/list-state.ts';
import { ADMINISTRATION, TABLEAU_DE_BORD } from '#src/ui/page/crumbs.ts';
import { PATH, recordText } from './words.ts';

const ORDER: ListDefaults = { orderBy: 'journal.createdAt', sortOrder: 'desc', itemperpage: 50 };
const BREADCRUMB = [TABLEAU_DE_BORD, ADMINISTRATION, { label: SCREENS.journal.nom }];

const hrefOf = ({ id }: JournalRow): Href => linkOptions({ to: `${PATH}/$id`, params: { id: String(id) } });

function columnsFor(timeZone: string, opens: boolean): readonly Column<JournalRow>[] {
  const moment = ({ createdAt }: JournalRow): string => {
    const { jour, heure } = formatInstant(createdAt, timeZone);
    return `${jour} ${heure}`;
  };
  return [
    {
      id: 'date',
      header: 'Date et heure',
      kind: 'link',
      value: moment,
      href: (row) => (opens ? hrefOf(row) : null),
      sort: 'journal.createdAt',
      width: 168,
      grow: 0,
      primary: true,
    },
    ...viewOf(journalList, ['personne', 'acte', 'domaine']),
    { id: 'ressource', header: 'Ressource', kind: 'text', value: recordText, width: 190 },
    ...viewOf(journalList, ['collectivite', 'champs']),
  ];
}

/** All acts, newest first. */
export function JournalListScreen() {
  const session = useSession();
  const { timeZone } = session;
  const opens = may(session.permissions, 'journal', 'Voir');
  const { collectivites } = session;
  const { chosenPlace } = useChosenPlace();
  const chosen = collectivites.length > 1 && chosenPlace?.kind === 'entite' ? chosenPlace.id : undefined;
  const defaults = useMemo(
    (): ListDefaults =>
      chosen === undefined
        ? ORDER
        : { ...ORDER, filters: [{ column: 'ent.id', operator: 'eq', x: String(chosen) }] },
    [chosen],
  );
  const columns = useMemo(() => columnsFor(timeZone, opens), [timeZone, opens]);
  return (
    <ListScreen
      path="journal"
      title={SCREENS.journal.nom}
      breadcrumb={BREADCRUMB}
      columns={columns}
      filters={journalList.fields}
      defaults={defaults}
      emptyText="Chaque création, modification ou suppression laissera ici une ligne."
      exporter="journal"
      rowActs={opens ? (row) => [{ label: 'Voir', icon: IconEye, href: hrefOf(row) }] : undefined}
    />
  );
}
