import { Button } from '@mantine/core';
import { IconBinaryTree } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';

/** From the plain list of the sub-entities to their tree. */
export function TreeLink() {
  return (
    <Button
      component={Link}
      to="/ramifications/arbre"
      variant="default"
      leftSection={<IconBinaryTree size={16} />}
    >
      Arbre
    </Button>
  );
}
