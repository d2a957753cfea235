import { useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEarlyKeys } from './early-keys.ts';
import classes from './Search.module.css';
import { SearchBox } from './SearchBox.tsx';

/** Opens the search box; Ctrl+K does so too. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const takeEarly = useEarlyKeys(open, () => setOpen(false));
  // in a field too
  useHotkeys([['mod+K', () => setOpen((now) => !now)]], [], true);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-label="Rechercher (Ctrl K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={() => setOpen(true)}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.label}>Rechercher</span>
        <kbd className={classes.label}>Ctrl K</kbd>
      </UnstyledButton>
      <SearchBox opened={open} takeEarly={takeEarly} onClose={() => setOpen(false)} />
    </>
  );
}
