import type { ComponentProps } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type AnchorProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>;

/** Mantine's button as a link with a type-checked address. */
export const ButtonLink = createLink((props: AnchorProps) => <Button component="a" {...props} />);
