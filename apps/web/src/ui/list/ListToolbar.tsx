import type { ReactNode } from 'react';
import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconFilter } from '@tabler/icons-react';
import { PAGE_SIZES } from '@octroi/contract/constants';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { askConfirm } from '../dialog/confirm.tsx';
import { InlineSelect } from '../InlineSelect.tsx';
import { theList, thenFocus } from '../page/next-focus.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import type { BulkAct } from './acts/acts.ts';
import type { ScreenChip } from './filter/FilterChips.tsx';
import type { ListAction, ListDefaults, ListState, SortOrder } from './list-state.ts';
import type { ListSelection } from './acts/use-selection.ts';
import classes from './ListScreen.module.css';

const ORDERS = [
  { value: 'asc', label: 'asc' },
  { value: 'desc', label: 'desc' },
] as const;

interface OrderControlsProps {
  state: ListState;
  defaults: ListDefaults;
  /** Sortable columns with their headings. */
  sorts: readonly { value: string; label: string }[];
  dispatch: (action: ListAction) => void;
}

/** Count, Sort and Order By. */
export function OrderControls({ state, defaults, sorts, dispatch }: OrderControlsProps) {
  const sizes = [...new Set([defaults.itemperpage, ...PAGE_SIZES, state.itemperpage])].sort((a, b) => a - b);
  const isListed = sorts.some(({ value }) => value === state.orderBy);
  return (
    <div className={classes.order}>
      <InlineSelect
        label="Count"
        value={String(state.itemperpage)}
        choices={sizes.map((size) => ({ value: String(size), label: String(size) }))}
        onChange={(size) => dispatch({ type: 'size', itemperpage: Number(size) })}
      />
      <InlineSelect<SortOrder>
        label="Sort"
        value={state.sortOrder}
        choices={ORDERS}
        onChange={(sortOrder) => dispatch({ type: 'sortOrder', sortOrder })}
      />
      <InlineSelect
        label="Order By"
        value={state.orderBy}
        choices={isListed ? sorts : [{ value: state.orderBy, label: state.orderBy }, ...sorts]}
        onChange={(column) => dispatch({ type: 'orderBy', column })}
      />
    </div>
  );
}

interface FoldButtonProps {
  chips?: readonly ScreenChip[];
  state: ListState;
  unfolded: boolean;
  onFold: (unfolded: boolean) => void;
}

/** On a phone, period, place, filters and order are folded behind a button that counts the active ones. */
export function FoldButton({ chips = [], state, unfolded, onFold }: FoldButtonProps) {
  const active = state.filters.length + chips.length;
  return (
    <Button
      variant="default"
      leftSection={<IconFilter size={16} />}
      aria-expanded={unfolded}
      onClick={() => onFold(!unfolded)}
    >
      {active > 0 ? `Filtres (${active})` : 'Filtres'}
    </Button>
  );
}

interface ActionMenuProps {
  acts: readonly BulkAct[];
  selection: ListSelection;
}

/** The Action menu: acts on ticked rows, after a confirmation with their number. */
export function ActionMenu({ acts, selection }: ActionMenuProps) {
  const run = async (act: BulkAct): Promise<void> => {
    try {
      const chosen = await selection.resolve();
      const lines = `${formatNumber(chosen.count)} ligne${chosen.count > 1 ? 's' : ''}`;
      const yes =
        !act.prompt ||
        (await askConfirm({
          title: `${act.label} : ${lines}`,
          message: act.prompt,
          confirm: `${act.label} ${lines}`,
          danger: act.danger ?? false,
        }));
      if (!yes) return;
      await act.run(chosen);
      if (act.danger) selection.clear();
    } catch (error) {
      toastFailure(error);
    }
  };
  return (
    <Menu position="bottom-start" width={220} shadow="md">
      <Menu.Target>
        <Button
          variant={selection.count > 0 ? 'light' : 'default'}
          disabled={selection.count === 0}
          data-bulk-acts
          rightSection={<IconChevronDown size={14} />}
        >
          Action
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map((act) => {
          const Icon = act.icon;
          return (
            <Menu.Item
              key={act.label}
              color={act.danger ? 'red' : undefined}
              leftSection={Icon ? <Icon size={16} /> : null}
              onClick={() => void thenFocus(() => run(act), theList)}
            >
              {act.label}
            </Menu.Item>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}

interface SelectionNoteProps {
  selection: ListSelection;
  total: number;
  /** Further acts beside the Action menu. */
  children: ReactNode;
}

/** The number of ticked rows, and the offer to tick all matching rows. */
export function SelectionNote({ selection, total, children }: SelectionNoteProps) {
  return (
    <div className={classes.note} role="status">
      <b>
        {formatNumber(selection.count)} sélectionnée{selection.count > 1 ? 's' : ''}
      </b>
      {selection.count < total && !selection.all ? (
        <Button variant="subtle" size="compact-sm" onClick={selection.chooseAll}>
          Sélectionner les {formatNumber(total)} lignes
        </Button>
      ) : null}
      <Button variant="subtle" color="gray" size="compact-sm" onClick={selection.clear}>
        Effacer
      </Button>
      {children}
    </div>
  );
}
