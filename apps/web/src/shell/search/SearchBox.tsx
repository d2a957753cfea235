import { useId, useState, type KeyboardEvent, type ReactNode } from 'react';
import { CloseButton, Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SORTES_TROUVAILLE, type SorteTrouvaille } from '@octroi/contract/platform/search/trouvailles';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryFor, type Reply } from '#src/platform/call.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import './search.css';
import classes from './Search.module.css';

type SearchResult = Reply<'GET /recherche'>['data'][number];

/** Milliseconds without typing before a request. */
const PAUSE_MS = 200;
const MIN_LENGTH = 2;
const KINDS = Object.keys(SORTES_TROUVAILLE) as SorteTrouvaille[];

interface SearchBoxProps {
  opened: boolean;
  onClose: () => void;
}

/** Search of taxpayers, receipts, payments, places and screens: arrows select, Enter opens. */
export function SearchBox({ opened, onClose }: SearchBoxProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title="Rechercher dans Octroi"
      closeButtonProps={{ 'aria-label': 'Fermer' }}
      size="lg"
      yOffset="8vh"
      classNames={{ body: classes.body, header: classes.head, title: classes.title }}
      transitionProps={{ duration: 0 }}
    >
      <Search onClose={onClose} />
    </Modal>
  );
}

function Search({ onClose }: Pick<SearchBoxProps, 'onClose'>) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const id = useId();
  const enough = q.length >= MIN_LENGTH;
  const search = useQuery({
    ...queryFor('GET /recherche', { query: { q } }),
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  const results = enough ? byKind(search.data?.data ?? []) : [];
  const current = Math.min(chosen, results.length - 1);
  const waiting = typed.trim() !== q || search.isFetching;

  const open = ({ lien }: SearchResult): void => {
    onClose();
    router.history.push(lien);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const steps: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 };
    const step = steps[event.key];
    if (step !== undefined && results.length > 0) {
      event.preventDefault();
      const next = (current + step + results.length) % results.length;
      setChosen(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    const choice = results[current];
    // the results do not match the typed text yet
    if (event.key === 'Enter' && choice && !waiting) open(choice);
  };
  return (
    <>
      <TextInput
        data-autofocus
        size="md"
        maxLength={100}
        role="combobox"
        aria-label="Nom, téléphone, numéro, reçu, lieu ou écran"
        aria-expanded={results.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={results.length > 0 ? `${id}-${current}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        placeholder="Nom, téléphone, numéro, reçu, lieu, écran"
        leftSection={<IconSearch size={18} stroke={1.6} />}
        rightSection={
          waiting && typed.trim().length >= MIN_LENGTH ? (
            <Loader size={16} aria-label="Recherche en cours" />
          ) : typed === '' ? null : (
            <CloseButton size="sm" aria-label="Effacer" onClick={() => setTyped('')} />
          )
        }
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosen(0);
        }}
        onKeyDown={onKeyDown}
      />
      <p className={classes.told} role="status">
        {enough && search.isSuccess && !waiting
          ? `${results.length} résultat${results.length > 1 ? 's' : ''}`
          : ''}
      </p>
      {search.isError && enough ? (
        <ErrorState error={search.error} onRetry={() => void search.refetch()} />
      ) : !enough ? (
        <Hint>
          Deux lettres suffisent. Un nom se trouve même mal écrit, un téléphone avec ou sans espaces.
        </Hint>
      ) : results.length > 0 ? (
        <Results id={id} results={results} current={current} onPoint={setChosen} onOpen={open} />
      ) : search.isSuccess && !waiting ? (
        <Hint>Rien trouvé pour « {q} ». Essayez un seul mot, le numéro ou le téléphone.</Hint>
      ) : null}
    </>
  );
}

/** Sorted by kind; within a kind in the server's order. */
const byKind = (results: readonly SearchResult[]): SearchResult[] =>
  KINDS.flatMap((kind) => results.filter(({ type }) => type === kind));

const Hint = ({ children }: { children: ReactNode }) => <p className={classes.hint}>{children}</p>;

interface ResultsProps {
  id: string;
  results: readonly SearchResult[];
  current: number;
  onPoint: (at: number) => void;
  onOpen: (results: SearchResult) => void;
}

function Results({ id, results, current, onPoint, onOpen }: ResultsProps) {
  const kinds = Map.groupBy(
    results.map((result, at) => ({ ...result, at })),
    ({ type }) => type,
  );
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Résultats" className={classes.list}>
      {[...kinds].map(([kind, group]) => (
        <div key={kind} role="group" aria-label={SORTES_TROUVAILLE[kind]}>
          <p className={classes.kind} aria-hidden>
            {SORTES_TROUVAILLE[kind]}
          </p>
          {group.map(({ at, ...result }) => (
            // the field keeps the focus, and its keys select a result
            <div
              key={`${result.type}-${result.id}`}
              id={`${id}-${at}`}
              role="option"
              aria-selected={at === current}
              className={classes.option}
              onPointerMove={() => onPoint(at)}
              onClick={() => onOpen(result)}
            >
              <span className={classes.name}>{result.titre}</span>
              <span className={classes.detail}>{result.detail}</span>
            </div>
          ))}
        </div>
      ))}
    </div>
  );
}
