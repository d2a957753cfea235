import { useEffect, useRef, useState } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { wordsOf } from '../list-state.ts';
import classes from '../ListScreen.module.css';

/** Milliseconds without typing before a request. */
const PAUSE_MS = 300;

interface QuickSearchProps {
  /** Title of the list, for the label. */
  list: string;
  /** The search words of the address. */
  words: string;
  onWords: (words: string) => void;
}

/** Quick search above a list; Escape clears it. */
export function QuickSearch({ list, words, onWords }: QuickSearchProps) {
  const [typed, setTyped] = useState(words);
  const [lastWords, setLastWords] = useState(words);
  const [sent, setSent] = useState(words);
  const pause = useRef<number>(undefined);
  if (lastWords !== words) {
    setLastWords(words);
    // the address changed (Back, saved view, cleared filters); otherwise the typed text stays
    if (words !== sent) {
      setTyped(words);
      setSent(words);
    }
  }
  useEffect(() => () => window.clearTimeout(pause.current), []);

  const onType = (next: string, now = false): void => {
    setTyped(next);
    window.clearTimeout(pause.current);
    const send = (): void => {
      const nextWords = wordsOf(next);
      setSent(nextWords);
      if (nextWords !== words) onWords(nextWords);
    };
    if (now) send();
    else pause.current = window.setTimeout(send, PAUSE_MS);
  };
  return (
    <TextInput
      className={classes.words}
      type="text"
      inputMode="search"
      enterKeyHint="search"
      maxLength={100}
      aria-label={`Rechercher dans ${list}`}
      placeholder="Rechercher"
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={
        typed === '' ? null : (
          <CloseButton size="sm" aria-label="Effacer la recherche" onClick={() => onType('', true)} />
        )
      }
      value={typed}
      onChange={(event) => onType(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onType(typed, true);
        if (event.key !== 'Escape' || typed === '') return;
        event.stopPropagation();
        onType('', true);
      }}
    />
  );
}
