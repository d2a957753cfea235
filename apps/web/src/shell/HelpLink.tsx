import { ActionIcon } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import { IconHelp } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { helpAt } from '#src/domains/aide/index.ts';
import type { Href } from '#src/platform/address.ts';
import classes from './HelpLink.module.css';

/** The address of the help page of the current screen. */
export function useHelp(): Href {
  const page = useLocation({ select: ({ pathname }) => helpAt(pathname) });
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
