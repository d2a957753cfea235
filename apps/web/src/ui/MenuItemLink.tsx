import type { ComponentProps } from 'react';
import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type AnchorProps = MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>;

/** Mantine's menu entry as a link, apart from the button's: the sign-in page shows no menu. */
export const MenuItemLink = createLink((props: AnchorProps) => <Menu.Item component="a" {...props} />);
