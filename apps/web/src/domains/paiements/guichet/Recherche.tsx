import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
} from 'react';
import { Loader, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { queryFor, call, type Reply } from '#src/platform/call.ts';
import { failureOf, typedRead } from '#src/platform/query.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import type { Personne } from './guichet.ts';
import classes from './Recherche.module.css';
import shared from './Guichet.module.css';

type SearchResult = Reply<'GET /recherche'>['data'][number];

const PAUSE_MS = 150;
const MIN_LENGTH = 2;

/** The taxpayer of a search result; for a receipt, its payer. */
async function personneDe({ type, id, titre, detail }: SearchResult): Promise<Personne> {
  if (type === 'contribuable') return { id: Number(id), nom: titre, detail };
  const { contrib } = await call('GET /transactions/{id}', { params: { id } });
  const details = [contrib.numKlis, contrib.telephone].filter(Boolean).join(' · ');
  return { id: contrib.id, nom: contrib.fullName, detail: details };
}

function useResults(typed: string) {
  const [q] = useDebouncedValue(typed, PAUSE_MS);
  const enough = q.length >= MIN_LENGTH && typed.length >= MIN_LENGTH;
  const search = useQuery({
    ...queryFor('GET /recherche', { query: { q } }),
    ...typedRead,
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  const results = enough
    ? (search.data?.data ?? []).filter(({ type }) => ['contribuable', 'recu', 'transaction'].includes(type))
    : [];
  const waiting = typed !== q || search.isPlaceholderData || search.isLoading;
  return { q, enough, search, found: results, waiting };
}

/** Runs the action of Enter at once, or when results arrive, unless the person types on. */
function useEnter(waiting: boolean, act: () => void): { press: () => void; forget: () => void } {
  const pressed = useRef(false);
  const once = useEffectEvent(act);
  useEffect(() => {
    if (waiting || !pressed.current) return;
    pressed.current = false;
    once();
  }, [waiting]);
  return {
    press() {
      if (waiting) pressed.current = true;
      else act();
    },
    forget() {
      pressed.current = false;
    },
  };
}

interface RechercheProps {
  typed: string;
  onType: (typed: string) => void;
  field: RefObject<HTMLInputElement | null>;
  onChoose: (personne: Personne) => void;
}

/** The search of the counter: a name in any spelling, a number, a phone, a receipt. */
export function Recherche({ typed, onType, field, onChoose }: RechercheProps) {
  const id = useId();
  const [chosen, setChosen] = useState(0);
  const { q, enough, search, found: results, waiting } = useResults(typed.trim());
  const current = Math.min(chosen, results.length - 1);

  const choose = (result: SearchResult): void => {
    personneDe(result).then((personne) => {
      onType('');
      setChosen(0);
      onChoose(personne);
    }, toastFailure);
  };
  const enter = useEnter(waiting, () => {
    const choice = results[current];
    if (choice) choose(choice);
  });
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      setChosen((current + step + results.length) % results.length);
    }
    if (event.key !== 'Enter') return;
    // otherwise the same key press would activate the button of the form that takes the focus
    event.preventDefault();
    enter.press();
  };
  return (
    <section className={shared.card} aria-label="Recherche">
      <TextInput
        ref={field}
        size="md"
        maxLength={100}
        data-autofocus
        autoFocus
        role="combobox"
        aria-label="Nom, numéro, téléphone ou reçu"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Nom, numéro, téléphone ou reçu"
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={
          enough && waiting ? <Loader size={16} aria-label="Recherche en cours" /> : <kbd>F2</kbd>
        }
        value={typed}
        onChange={(event) => {
          onType(event.currentTarget.value);
          setChosen(0);
          enter.forget();
        }}
        onKeyDown={onKeyDown}
      />
      <ErrorState failure={enough ? failureOf(search) : undefined} />
      <p className={classes.told} role="status">
        {enough && search.isSuccess && !waiting && results.length === 0
          ? `Rien trouvé pour « ${q} ». Essayez un seul mot, le numéro ou le téléphone.`
          : ''}
      </p>
      <Hits id={id} results={results} current={current} onPoint={setChosen} onChoose={choose} />
    </section>
  );
}

interface HitsProps {
  id: string;
  results: readonly SearchResult[];
  current: number;
  onPoint: (at: number) => void;
  onChoose: (result: SearchResult) => void;
}

function Hits({ id, results, current, onPoint, onChoose }: HitsProps) {
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Trouvés" className={classes.hits}>
      {results.map((result, at) => (
        // the field keeps the focus, and its keys select a result
        <div
          key={`${result.type}-${result.id}`}
          id={`${id}-${at}`}
          role="option"
          aria-selected={at === current}
          className={classes.hit}
          onPointerMove={() => onPoint(at)}
          onClick={() => onChoose(result)}
        >
          <b>{result.titre}</b>
          <span>{result.detail}</span>
        </div>
      ))}
    </div>
  );
}
