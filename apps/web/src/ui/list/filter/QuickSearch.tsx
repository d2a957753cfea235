import { useEffect, useRef, useState } from 'react';
import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { wordsOf } from '../list-state.ts';
import classes from '../ListScreen.module.css';

/** How long a pause in typing is before the list is asked. */
const PAUSE_MS = 300;

interface QuickSearchProps {
  /** Title of the list that is searched. */
  list: string;
  /** What the address says is looked for. */
  words: string;
  onWords: (words: string) => void;
}

/** One field above a list, that finds rows by whatever tells one from another; Escape empties it. */
export function QuickSearch({ list, words, onWords }: QuickSearchProps) {
  const [typed, setTyped] = useState(words);
  const [shownText, setShownText] = useState(words);
  const [sent, setSent] = useState(words);
  const pause = useRef<number>(undefined);
  if (shownText !== words) {
    setShownText(words);
    // Back, a saved view or « Retirer les filtres » changed them; what is typed meanwhile stays otherwise.
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
