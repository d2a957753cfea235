import { useMemo } from 'react';
import { useMediaQuery } from '@mantine/hooks';
import type { ListDefaults } from '#src/ui/list/list-state.ts';

/** Page size on a phone, which renders every card. */
const CARDS = 50;

/** Default state of a preview: fewer rows on a phone. @param defaults a constant */
export function usePreview(defaults: ListDefaults): { phone: boolean; defaults: ListDefaults } {
  const phone = useMediaQuery('(max-width: 40em)', undefined, { getInitialValueInEffect: false }) ?? false;
  const onPhone = useMemo(() => ({ ...defaults, itemperpage: CARDS }), [defaults]);
  return { phone, defaults: phone ? onPhone : defaults };
}
