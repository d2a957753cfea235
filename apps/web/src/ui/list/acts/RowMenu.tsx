import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { ActionIcon, Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { MenuItemLink } from '../../MenuItemLink.tsx';
import { afterRow, thenFocus } from '../../page/next-focus.ts';
import type { RowAct } from './acts.ts';

/** The menu of a row's acts. */
export function RowMenu({ name, acts }: { name: string; acts: readonly RowAct[] }) {
  const button = useRef<HTMLButtonElement>(null);
  // fifty closed menus are a quarter of a page's script time: each is mounted once somebody asks for it
  const [mounted, setMounted] = useState(false);
  if (acts.length === 0) return null;
  const look = {
    ref: button,
    variant: 'subtle',
    color: 'gray',
    size: 30,
    'aria-label': `Actions : ${name}`,
    children: <IconDotsVertical size={16} />,
  } as const;
  /** The menu brings a button of its own, which takes the place and the focus of this one. */
  const mountAndOpen = (): void => {
    const hadFocus = document.activeElement === button.current;
    flushSync(() => setMounted(true));
    if (hadFocus) button.current?.focus();
    button.current?.click();
  };
  if (!mounted)
    return <ActionIcon {...look} aria-haspopup="menu" aria-expanded={false} onClick={mountAndOpen} />;
  /** The row may be gone after the act: the focus then goes to the next one. */
  const act = (run: RowAct['run']): void => {
    if (button.current) void thenFocus(() => run?.(), afterRow(button.current));
  };
  return (
    <Menu position="bottom-end" width={200} shadow="md" withinPortal>
      <Menu.Target>
        <ActionIcon {...look} />
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(({ label, icon: Icon, href, run, danger }) =>
          href ? (
            <MenuItemLink key={label} {...href} leftSection={Icon ? <Icon size={16} /> : null}>
              {label}
            </MenuItemLink>
          ) : (
            <Menu.Item
              key={label}
              color={danger ? 'red' : undefined}
              leftSection={Icon ? <Icon size={16} /> : null}
              onClick={() => act(run)}
            >
              {label}
            </Menu.Item>
          ),
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
