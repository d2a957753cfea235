import { useMemo } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import type { ListDefaults } from '#src/ui/list/list-state.ts';

/** A phone draws every card of a page: it takes a few at a time. */
const CARDS = 50;

/** How a preview opens: whole, but on a phone. @param defaults a constant */
export function usePreview(defaults: ListDefaults): { phone: boolean; defaults: ListDefaults } {
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const onPhone = useMemo(() => ({ ...defaults, itemperpage: CARDS }), [defaults]);
  return { phone, defaults: phone ? onPhone : defaults };
}
