export type { BulkAct, RowAct } from './acts/acts.ts';
export type { Column } from './columns.ts';
export { lastList, useBackToList } from './last-list.ts';
export { type ListDefaults } from './list-state.ts';
export { ListScreen } from './ListScreen.tsx';
export { useDeletion } from './acts/use-deletion.tsx';
export { useOfferedActs } from './acts/use-offered-acts.ts';
export { useRefresh } from './use-list.ts';
