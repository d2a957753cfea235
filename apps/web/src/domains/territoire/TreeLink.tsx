import { PAGES } from '@octroi/contract/pages';
import { IconBinaryTree } from '@tabler/icons-react';
import { ButtonLink } from '#src/ui/ButtonLink.tsx';

/** Link from the list of sub-entities to their tree. */
export function TreeLink() {
  return (
    <ButtonLink to={PAGES.arbre} variant="default" leftSection={<IconBinaryTree size={16} />}>
      Arbre
    </ButtonLink>
  );
}
