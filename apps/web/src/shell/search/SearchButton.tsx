import { lazy, Suspense, useEffect, useState } from 'react';
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEarlyKeys } from './early-keys.ts';
import classes from './Search.module.css';

/** Loaded once the first screen is done, or when opened. */
const load = () => import('./SearchBox.tsx');
const SearchBox = lazy(() => load().then((module) => ({ default: module.SearchBox })));

/** Opens the search box; Ctrl+K does so too. */
export function SearchButton() {
  const [open, setOpen] = useState(false);
  const [opened, setOpened] = useState(false);
  const takeEarly = useEarlyKeys(open, () => setOpen(false));
  useEffect(() => {
    // Safari has no idle callback: it loads the box when it is opened
    if (typeof requestIdleCallback === 'undefined') return undefined;
    const idle = requestIdleCallback(() => void load().catch(() => undefined));
    return () => cancelIdleCallback(idle);
  }, []);
  const show = (): void => {
    setOpened(true);
    setOpen(true);
  };
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (
        event.key.toLowerCase() !== 'k' ||
        !(event.ctrlKey || event.metaKey) ||
        event.altKey ||
        event.shiftKey
      )
        return;
      event.preventDefault();
      setOpened(true);
      setOpen((now) => !now);
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, []);
  return (
    <>
      <UnstyledButton
        className={classes.button}
        aria-label="Rechercher (Ctrl K)"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onPointerEnter={() => void load()}
        onClick={show}
      >
        <IconSearch size={16} stroke={1.6} aria-hidden />
        <span className={classes.label}>Rechercher</span>
        <kbd className={classes.label}>Ctrl K</kbd>
      </UnstyledButton>
      {opened ? (
        <Suspense>
          <SearchBox opened={open} takeEarly={takeEarly} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  );
}
