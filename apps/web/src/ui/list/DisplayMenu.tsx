import { ActionIcon, Checkbox, Popover } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import type { Densite } from '#src/platform/kept/affichage.ts';
import { Segments, type Segment } from '../Segments.tsx';
import type { ListDisplay } from './use-display.ts';
import classes from './DisplayMenu.module.css';

const DENSITES: readonly Segment<Densite>[] = [
  { value: 'confortable', label: 'Confortable' },
  { value: 'compacte', label: 'Compacte' },
];

/** Density and visible columns of a list; essential columns cannot be hidden. */
export function DisplayMenu({ display }: { display: Omit<ListDisplay<never>, 'columns'> }) {
  const { choices, densite, setDensite, toggle } = display;
  return (
    <Popover position="bottom-end" width={260} trapFocus returnFocus shadow="md">
      <Popover.Target>
        <ActionIcon className={classes.button} variant="default" size={36} aria-label="Colonnes et densité">
          <IconColumns3 size={17} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown aria-label="Colonnes et densité">
        <h2 className={classes.title}>Densité</h2>
        <Segments label="Densité" segments={DENSITES} value={densite} onChange={setDensite} />
        <h2 className={classes.title}>Colonnes</h2>
        <div className={classes.columns} role="group" aria-label="Colonnes">
          {choices.map(({ id, header, shown, fixed }) => (
            <Checkbox
              key={id}
              size="xs"
              label={header}
              checked={shown}
              disabled={fixed}
              onChange={() => toggle(id)}
            />
          ))}
        </div>
        <p className={classes.note}>Ce qui identifie et ce qui décide reste en vue.</p>
      </Popover.Dropdown>
    </Popover>
  );
}
