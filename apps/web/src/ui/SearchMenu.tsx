import { type ReactNode, useMemo, useState } from 'react';
import { Combobox, useCombobox } from '@mantine/core';
import { folded, wordSearch } from '@octroi/contract/platform/values/text';
import { formatNumber } from '@octroi/contract/platform/values/money';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import classes from './SearchMenu.module.css';

export interface SearchChoice {
  value: string;
  nom: string;
  /** What tells equal names apart. */
  detail?: string | undefined;
}

interface SearchMenuProps {
  /** Accessible name of the button, with the current choice. */
  label: string;
  /** Text of the button. */
  children: ReactNode;
  /** Accessible names of the search field and of the list. */
  searchLabel: string;
  listLabel: string;
  /** First option while nothing is searched. */
  everything: SearchChoice | undefined;
  choices: readonly SearchChoice[];
  /** Value of the current choice. */
  current: string;
  className?: string | undefined;
  onChoose: (value: string) => void;
}

/** Number of choices from which a search field is shown. */
const SEARCH_FROM = 8;
/** Choices drawn at once: more would be slow, and nobody reads them. */
const MOST_SHOWN = 100;

/** The choices with every word of a search, whole or in part. */
function useMatches(choices: readonly SearchChoice[], search: string): readonly SearchChoice[] {
  const searchable = useMemo(
    () => choices.map((choice) => ({ choice, text: folded(`${choice.nom} ${choice.detail ?? ''}`) })),
    [choices],
  );
  const isMatch = wordSearch(search);
  return searchable.flatMap(({ choice, text }) => (isMatch(text) ? [choice] : []));
}

/** A button that opens a list of choices, searched by any words of their names. */
export function SearchMenu({
  label,
  children,
  searchLabel,
  listLabel,
  everything,
  choices,
  current,
  className = classes.target,
  onChoose,
}: SearchMenuProps) {
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
      combobox.focusTarget();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const matches = useMatches(choices, search);
  const shown = matches.slice(0, MOST_SHOWN);
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      onOptionSubmit={(value) => {
        onChoose(value);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={className}
          aria-expanded={combobox.dropdownOpened}
          aria-label={label}
          onClick={() => combobox.toggleDropdown()}
        >
          {children}
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {choices.length >= SEARCH_FROM ? (
          <Combobox.Search
            className={classes.search}
            role="combobox"
            aria-expanded
            value={search}
            placeholder="Rechercher…"
            aria-label={searchLabel}
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
        ) : null}
        <Combobox.Options className={classes.options} aria-label={listLabel}>
          {everything && search.trim() === '' ? (
            <Option {...everything} isCurrent={current === everything.value} />
          ) : null}
          {shown.map((choice) => (
            <Option key={choice.value} {...choice} isCurrent={current === choice.value} />
          ))}
          {matches.length === 0 ? <Combobox.Empty>Rien trouvé</Combobox.Empty> : null}
        </Combobox.Options>
        {matches.length > shown.length ? (
          <Combobox.Footer>
            Et {formatNumber(matches.length - shown.length)} autres : cherchez une partie du nom.
          </Combobox.Footer>
        ) : null}
      </Combobox.Dropdown>
    </Combobox>
  );
}

function Option({ value, nom, detail, isCurrent }: SearchChoice & { isCurrent: boolean }) {
  return (
    <Combobox.Option
      value={value}
      active={isCurrent}
      className={classes.option}
      data-current={isCurrent || undefined}
    >
      <span>
        {nom}
        {detail ? <small>{detail}</small> : null}
      </span>
      {isCurrent ? <IconCheck size={16} aria-hidden /> : null}
    </Combobox.Option>
  );
}
