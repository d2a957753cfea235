import { ActionIcon } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import { IconHelp } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { helpAt, mayRead } from '#src/domains/aide/index.ts';
import type { Href } from '#src/platform/address.ts';
import { useSession } from '#src/platform/session.ts';
import classes from './HelpLink.module.css';

/** The address of the help page of the current screen. */
export function useHelp(): Href {
  const own = useLocation({ select: ({ pathname }) => helpAt(pathname) });
  const { permissions } = useSession();
  // who only reads a screen is told how to read a list
  const page = own && !mayRead(permissions, own) ? 'lire-une-liste' : own;
  return page ? { to: PAGES.aidePage, params: { page } } : { to: PAGES.aide };
}

/** Hidden on a phone, where the person's menu has the link. */
export function HelpLink() {
  const href = useHelp();
  return (
    <ActionIcon
      className={classes.link}
      variant="subtle"
      color="gray"
      size={34}
      aria-label="Aide"
      title="Aide"
      renderRoot={(props) => <Link {...props} {...href} />}
    >
      <IconHelp size={18} stroke={1.6} />
    </ActionIcon>
  );
}
