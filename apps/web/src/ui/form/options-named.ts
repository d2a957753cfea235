/** Filters select options by text: like lists, « boeuf » finds « Bœuf ». */
import { isOptionsGroup, type OptionsFilter } from '@mantine/core';
import { folded } from '@octroi/contract/platform/values/text';

export const optionsNamed: OptionsFilter = ({ options, search, limit }) => {
  const searched = folded(search);
  const isNamed = ({ label }: { label: string }): boolean => folded(label).includes(searched);
  return options
    .flatMap((option) => {
      if (isOptionsGroup(option)) return { ...option, items: option.items.filter(isNamed) };
      return isNamed(option) ? option : [];
    })
    .slice(0, limit);
};
