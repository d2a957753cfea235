import type { ComponentProps } from 'react';
import { Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type AnchorProps = MenuItemProps & Omit<ComponentProps<'a'>, keyof MenuItemProps>;

/** Mantine's menu item as a link; separate from the button so that the sign-in page does not load menus. */
export const MenuItemLink = createLink((props: AnchorProps) => <Menu.Item component="a" {...props} />);
