import { useState } from 'react';
import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { type ChosenPlace, useChosenPlace } from '#src/platform/kept/choices.ts';
import { useSession } from '#src/platform/session.ts';
import { folded } from '@octroi/contract/platform/values/text';
import classes from './PlaceMenu.module.css';

const ALL = 'tout';
/** Number of places from which a search field is shown. */
const SEARCH_FROM = 8;

/** The menu of the collectivités (or sub-entities) that the person may choose. */
export function PlaceMenu() {
  const { collectivites, ramifications } = useSession();
  const { chosenPlace, choosePlace } = useChosenPlace();
  const [search, setSearch] = useState('');
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      setSearch('');
      combobox.focusTarget();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });

  const choices: { value: string; nom: string; detail?: string; chosenPlace: ChosenPlace | null }[] = [
    ...collectivites.map((entite) => ({
      value: `entite-${entite.id}`,
      nom: entite.nom,
      chosenPlace: { kind: 'entite', ...entite } satisfies ChosenPlace,
    })),
    ...ramifications.map((ramification) => ({
      value: `ramification-${ramification.id}`,
      nom: ramification.nom,
      detail: ramification.entite.nom,
      chosenPlace: { kind: 'ramification', ...ramification } satisfies ChosenPlace,
    })),
  ];
  const several = choices.length > 1;
  const everything = collectivites.length > 0 ? 'Toutes les collectivités' : 'Toutes les sous-entités';
  const current = chosenPlace ? `${chosenPlace.kind}-${chosenPlace.id}` : ALL;
  const matches = choices.filter(({ nom, detail }) =>
    folded(`${nom} ${detail ?? ''}`).includes(folded(search)),
  );

  if (!several) return <span className={classes.single}>{chosenPlace?.nom ?? 'Aucune collectivité'}</span>;
  return (
    <Combobox
      store={combobox}
      width={300}
      position="bottom-start"
      onOptionSubmit={(value) => {
        choosePlace(choices.find((choice) => choice.value === value)?.chosenPlace ?? null);
        combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button">
        <button
          type="button"
          className={classes.target}
          aria-expanded={combobox.dropdownOpened}
          aria-label={`Collectivité : ${chosenPlace?.nom ?? everything}`}
          onClick={() => combobox.toggleDropdown()}
        >
          <span>{chosenPlace?.nom ?? everything}</span>
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
          {matches.map(({ value, nom, detail }) => (
            <Option key={value} value={value} nom={nom} detail={detail} active={current === value} />
          ))}
          {matches.length === 0 ? <Combobox.Empty>Rien trouvé</Combobox.Empty> : null}
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
