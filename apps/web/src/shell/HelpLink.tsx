import { ActionIcon } from '@mantine/core';
import { PAGES } from '@octroi/contract/pages';
import { IconHelp } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { helpAt } from '#src/domains/aide/index.ts';

/** The way from each screen to the page of the guide that helps there. */
export function HelpLink() {
  const page = useLocation({ select: ({ pathname }) => helpAt(pathname) });
  const look = { variant: 'subtle', color: 'gray', size: 34, 'aria-label': 'Aide', title: 'Aide' } as const;
  const icon = <IconHelp size={18} stroke={1.6} />;
  return page ? (
    <ActionIcon {...look} renderRoot={(props) => <Link {...props} to={PAGES.aidePage} params={{ page }} />}>
      {icon}
    </ActionIcon>
  ) : (
    <ActionIcon {...look} renderRoot={(props) => <Link {...props} to={PAGES.aide} />}>
      {icon}
    </ActionIcon>
  );
}
