import { GLOSSARY, GLOSSARY_PAGE, termId } from '@octroi/contract/glossary';
import { PAGES } from '@octroi/contract/pages';
import { type MenuKey, SCREENS } from '@octroi/contract/register';
import { ActionIcon } from '@mantine/core';
import { IconBook2 } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import classes from './PageHeader.module.css';

/** From a screen's heading to the meaning of its word; nothing where the glossary has none. */
export function TermLink() {
  const { pathname } = useLocation();
  const screen = (Object.keys(SCREENS) as MenuKey[]).find((key) => SCREENS[key].url === pathname);
  const term = screen && GLOSSARY[screen];
  if (term === undefined) return null;
  return (
    <ActionIcon
      className={classes.pin}
      variant="subtle"
      color="gray"
      size={28}
      aria-label="Sens du mot"
      title={`Ce que veut dire « ${term} »`}
      renderRoot={(props) => (
        <Link {...props} to={PAGES.aidePage} params={{ page: GLOSSARY_PAGE }} hash={termId(term)} />
      )}
    >
      <IconBook2 size={16} stroke={1.6} />
    </ActionIcon>
  );
}
