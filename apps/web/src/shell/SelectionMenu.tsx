import { useState } from 'react';
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type Selection, useSelection } from '#src/platform/selection.ts';
import { useSession } from '#src/platform/session.ts';
import classes from './SelectionMenu.module.css';

const ALL = 'tout';
/** From so many on, a search field helps. */
const SEARCH_FROM = 8;

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The collectivités (or sub-entities) between which the person switches. */
export function SelectionMenu() {
  const { collectivites, ramifications } = useSession();
  const { selection, select } = useSelection();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
      combobox.focusTarget();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });

  const choices: { value: string; nom: string; detail?: string; selection: Selection | null }[] = [
    ...collectivites.map((entite) => ({
      value: `entite-${entite.id}`,
      nom: entite.nom,
      selection: { kind: 'entite', ...entite } satisfies Selection,
    })),
    ...ramifications.map((ramification) => ({
      value: `ramification-${ramification.id}`,
      nom: ramification.nom,
      detail: ramification.entite.nom,
      selection: { kind: 'ramification', ...ramification } satisfies Selection,
    })),
  ];
  const several = choices.length > 1;
  const everything = collectivites.length > 0 ? 'Toutes les collectivités' : 'Toutes les sous-entités';
  const current = selection ? `${selection.kind}-${selection.id}` : ALL;
  const found = choices.filter(({ nom, detail }) => plain(`${nom} ${detail ?? ''}`).includes(plain(search)));

  if (!several) return <span className={classes.single}>{selection?.nom ?? 'Aucune collectivité'}</span>;
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      onOptionSubmit={(value) => {
        select(choices.find((choice) => choice.value === value)?.selection ?? null);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.target}
          aria-expanded={combobox.dropdownOpened}
          aria-label={`Collectivité : ${selection?.nom ?? everything}`}
          onClick={() => combobox.toggleDropdown()}
        >
          <span>{selection?.nom ?? everything}</span>
          <IconChevronDown size={14} aria-hidden />
        </button>
      </Combobox.Target>
      <Combobox.Dropdown>
        {choices.length >= SEARCH_FROM ? (
          <Combobox.Search
            className={classes.search}
            value={search}
            placeholder="Rechercher…"
            aria-label="Rechercher une collectivité"
            onChange={(event) => {
              setSearch(event.currentTarget.value);
              combobox.updateSelectedOptionIndex();
            }}
          />
        ) : null}
        <Combobox.Options className={classes.options} aria-label="Collectivités">
          {search ? null : <Option value={ALL} nom={everything} active={current === ALL} />}
          {found.map(({ value, nom, detail }) => (
            <Option key={value} value={value} nom={nom} detail={detail} active={current === value} />
          ))}
          {found.length === 0 ? <Combobox.Empty>Rien trouvé</Combobox.Empty> : null}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}

interface OptionProps {
  value: string;
  nom: string;
  detail?: string | undefined;
  active: boolean;
}

function Option({ value, nom, detail, active }: OptionProps) {
  return (
    <Combobox.Option
      value={value}
      active={active}
      className={classes.option}
      data-current={active || undefined}
    >
      <span>
        {nom}
        {detail ? <small>{detail}</small> : null}
      </span>
      {active ? <IconCheck size={16} aria-hidden /> : null}
    </Combobox.Option>
  );
}
