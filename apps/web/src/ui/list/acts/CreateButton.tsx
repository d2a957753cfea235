import type { ReactNode } from 'react';
import type { Href } from '#src/platform/address.ts';
import { ButtonLink } from '../../ButtonLink.tsx';

/** Address and label of a list's creation screen. */
export interface CreateHref {
  href: Href;
  label?: string;
}

/** The button that leads to the creation screen; « Creation » as specification 1 section 1 writes it. */
export const CreateButton = ({ create, icon }: { create: CreateHref; icon?: ReactNode }) => (
  <ButtonLink {...create.href} leftSection={icon}>
    {create.label ?? 'Creation'}
  </ButtonLink>
);
