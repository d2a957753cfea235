import { TextInput } from '@mantine/core';
import { limiteTapee } from '@octroi/contract/fiscalite/taxes/terme';
import { WholeInput } from '#src/ui/form/WholeInput.tsx';
import type { Faults } from './infos.ts';
import type { Draft } from './use-draft.ts';

/** The explanation under the field, whose input then stands beside that of the frequency. */
const ORDER = ['label' as const, 'input' as const, 'description' as const, 'error' as const];

/** When the tax falls due: a day of the year of a yearly tax, some days after each period begins of any other one. */
export function TermeField({
  draft: { infos, occurrences, onInfos },
  faults,
}: {
  draft: Draft;
  faults: Faults;
}) {
  if (occurrences === undefined) return null;
  if (occurrences === 1)
    return (
      <TextInput
        label="Exigible le"
        inputWrapperOrder={ORDER}
        description="Jour et mois de chaque année ; vide : le 1er janvier"
        placeholder="31/03"
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={infos.limite}
        error={faults['limite']}
        onChange={({ currentTarget: { value } }) => onInfos((now) => ({ ...now, limite: value }))}
        onBlur={() => onInfos((now) => ({ ...now, limite: limiteTapee(now.limite) }))}
      />
    );
  return (
    <WholeInput
      label="Exigible après"
      inputWrapperOrder={ORDER}
      description={
        occurrences === 0
          ? 'Jours après l’enrôlement, 90 au plus ; vide : dès ce jour'
          : 'Jours après le début de chaque période, 90 au plus ; vide : dès le premier jour'
      }
      rightSection="jours"
      rightSectionWidth={56}
      value={infos.delai}
      error={faults['delai']}
      onChange={(delai) => onInfos((now) => ({ ...now, delai }))}
    />
  );
}
