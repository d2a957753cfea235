/** Mantine's button and menu entry as links, whose addresses the compiler checks as it does those of `Link`. */
import type { ComponentProps } from 'react';
import { Button, type ButtonProps, Menu, type MenuItemProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type Anchor<Props> = Props & Omit<ComponentProps<'a'>, keyof Props>;

export const ButtonLink = createLink((props: Anchor<ButtonProps>) => <Button component="a" {...props} />);

export const MenuItemLink = createLink((props: Anchor<MenuItemProps>) => (
  <Menu.Item component="a" {...props} />
));
