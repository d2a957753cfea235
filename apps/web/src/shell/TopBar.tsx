import { ActionIcon, Burger } from '@mantine/core';
import { InlineSelect } from '#src/ui/InlineSelect.tsx';
import { useExercice } from '#src/platform/kept/choices.ts';
import { ApprobationsLink } from './ApprobationsLink.tsx';
import { HelpLink } from './HelpLink.tsx';
import { PlaceMenu } from './PlaceMenu.tsx';
import { SearchButton } from './search/SearchButton.tsx';
import { UserMenu } from './UserMenu.tsx';
import { IconLayoutSidebarLeftCollapse, IconLayoutSidebarLeftExpand } from '@tabler/icons-react';
import classes from './TopBar.module.css';

interface TopBarProps {
  menuOpen: boolean;
  onMenu: () => void;
}

export function TopBar({ menuOpen, onMenu }: TopBarProps) {
  const { exercice, exercices, setExercice } = useExercice();
  const label = menuOpen ? 'Replier le menu' : 'Déplier le menu';
  const Icon = menuOpen ? IconLayoutSidebarLeftCollapse : IconLayoutSidebarLeftExpand;
  return (
    <header className={classes.bar}>
      <Burger
        className={classes.phone}
        size={18}
        onClick={onMenu}
        aria-label="Ouvrir le menu"
        aria-expanded={menuOpen}
      />
      <ActionIcon
        className={classes.desk}
        variant="subtle"
        color="gray"
        size={34}
        onClick={onMenu}
        aria-label={label}
        aria-expanded={menuOpen}
      >
        <Icon size={18} stroke={1.6} />
      </ActionIcon>
      <PlaceMenu />
      <InlineSelect
        label="Exercice"
        value={String(exercice)}
        choices={exercices.map((year) => ({ value: String(year), label: String(year) }))}
        onChange={(year) => setExercice(Number(year))}
      />
      <span className={classes.grow} />
      <SearchButton />
      <ApprobationsLink />
      <HelpLink />
      <UserMenu />
    </header>
  );
}
