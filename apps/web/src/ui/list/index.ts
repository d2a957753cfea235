export type { BulkAct, BulkSelection, RowAct, SelectionBody } from './acts/acts.ts';
export type { Column } from './columns.ts';
export { lastList, useBackToList } from './last-list.ts';
export { type ListDefaults, type ListSearch, readListSearch, scopeQuery } from './list-state.ts';
export { ListScreen, type ListScreenProps } from './ListScreen.tsx';
export { type Deletion, useDeletion } from './acts/use-deletion.tsx';
export { useOfferedActs } from './acts/use-offered-acts.ts';
export { type Params, useListState, usePatchSearch, useRefresh } from './use-list.ts';
