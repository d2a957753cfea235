import {
  useEffect,
  useEffectEvent,
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type ReactNode,
} from 'react';
import { CloseButton, Loader, Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { SORTES_TROUVAILLE, type SorteTrouvaille } from '@octroi/contract/platform/search/trouvailles';
import { type MenuKey, SCREENS } from '@octroi/contract/register';
import { IconSearch } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { queryFor, type Reply } from '#src/platform/call.ts';
import { usePins } from '#src/platform/kept/pins.ts';
import { type Recent, recentsOf } from '#src/platform/kept/recents.ts';
import { failureOf, typedRead } from '#src/platform/query.ts';
import { useSession } from '#src/platform/session.ts';
import { ErrorState } from '#src/ui/page/ErrorState.tsx';
import type { EarlyKeys } from './early-keys.ts';
import './search.css';
import classes from './Search.module.css';

type SearchResult = Reply<'GET /recherche'>['data'][number];

/** A result, or a record that the person opened before. */
type Shown = Omit<SearchResult, 'type'> & { type: SorteTrouvaille | 'recent' | 'epingle' };
const LABELS: Record<Shown['type'], string> = {
  ...SORTES_TROUVAILLE,
  recent: 'Derniers ouverts',
  epingle: 'Épinglés',
};

const asResult = ({ lien, titre, detail }: Recent): Shown => ({
  type: 'recent',
  id: lien,
  titre,
  detail,
  lien,
});

const pinAsResult = (key: MenuKey): Shown => ({
  type: 'epingle',
  id: key,
  titre: SCREENS[key].nom,
  detail: 'Écran',
  lien: SCREENS[key].url,
});

/** Milliseconds without typing before a request. */
const PAUSE_MS = 200;
const MIN_LENGTH = 2;
const KINDS = Object.keys(SORTES_TROUVAILLE) as SorteTrouvaille[];

interface SearchBoxProps {
  opened: boolean;
  /** Takes what was typed before the field had the focus. */
  takeEarly: () => EarlyKeys;
  onClose: () => void;
}

/** Search of taxpayers, receipts, payments, places and screens: arrows select, Enter opens. */
export function SearchBox({ opened, takeEarly, onClose }: SearchBoxProps) {
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
      <Search takeEarly={takeEarly} onClose={onClose} />
    </Modal>
  );
}

/** What the typed text finds; the person's last records while it is empty. */
function useFound(typed: string) {
  const { user } = useSession();
  const [q] = useDebouncedValue(typed.trim(), PAUSE_MS);
  const enough = q.length >= MIN_LENGTH;
  const search = useQuery({
    ...queryFor('GET /recherche', { query: { q } }),
    ...typedRead,
    enabled: enough,
    placeholderData: keepPreviousData,
  });
  const { pins } = usePins();
  const [recents] = useState(() => recentsOf(user.id).map(asResult));
  const results: readonly Shown[] = enough
    ? byKind(search.data?.data ?? [])
    : typed === ''
      ? [...recents, ...pins.map(pinAsResult)]
      : [];
  return { q, enough, search, results, waiting: typed.trim() !== q || search.isFetching };
}

function Search({ takeEarly, onClose }: Omit<SearchBoxProps, 'opened'>) {
  const router = useRouter();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  /** Enter was pressed before the results matched the text. */
  const [entered, setEntered] = useState(false);
  const focused = useRef(false);
  const id = useId();
  const found = useFound(typed);
  const { results, waiting } = found;
  const current = Math.min(chosen, results.length - 1);

  const open = ({ lien }: Shown): void => {
    onClose();
    router.history.push(lien);
  };
  const awaited = entered && !waiting ? results[current] : undefined;
  const openAwaited = useEffectEvent(open);
  useEffect(() => {
    if (awaited) openAwaited(awaited);
  }, [awaited]);
  const type = (text: string, enter: boolean): void => {
    setTyped(text);
    setChosen(0);
    setEntered(enter && text.trim().length >= MIN_LENGTH);
  };
  const onFocus = (): void => {
    if (focused.current) return;
    focused.current = true;
    const early = takeEarly();
    type(early.text, early.enter);
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
    if (event.key !== 'Enter') return;
    const choice = results[current];
    // the results do not match the typed text yet
    if (waiting) setEntered(typed.trim().length >= MIN_LENGTH);
    else if (choice) open(choice);
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
            <CloseButton size="sm" aria-label="Effacer" onClick={() => type('', false)} />
          )
        }
        value={typed}
        onChange={(event) => type(event.currentTarget.value, false)}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
      />
      <Outcome id={id} found={found} current={current} onPoint={setChosen} onOpen={open} />
    </>
  );
}

/** The results, or why there are none. */
function Outcome({
  found: { q, enough, search, results, waiting },
  ...choosing
}: { found: ReturnType<typeof useFound> } & Omit<ResultsProps, 'results'>) {
  const failure = enough ? failureOf(search) : undefined;
  return (
    <>
      <p className={classes.told} role="status">
        {enough && search.isSuccess && !waiting
          ? `${results.length} résultat${results.length > 1 ? 's' : ''}`
          : ''}
      </p>
      {failure ? (
        <ErrorState failure={failure} />
      ) : results.length > 0 ? (
        <Results {...choosing} results={results} />
      ) : !enough ? (
        <Hint>
          Deux lettres suffisent. Un nom se trouve même mal écrit, un téléphone avec ou sans espaces.
        </Hint>
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
  results: readonly Shown[];
  current: number;
  onPoint: (at: number) => void;
  onOpen: (result: Shown) => void;
}

function Results({ id, results, current, onPoint, onOpen }: ResultsProps) {
  const kinds = Map.groupBy(
    results.map((result, at) => ({ ...result, at })),
    ({ type }) => type,
  );
  return (
    <div id={`${id}-list`} role="listbox" aria-label="Résultats" className={classes.list}>
      {[...kinds].map(([kind, group]) => (
        <div key={kind} role="group" aria-label={LABELS[kind]}>
          <p className={classes.kind} aria-hidden>
            {LABELS[kind]}
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
