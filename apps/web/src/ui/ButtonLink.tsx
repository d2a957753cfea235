import type { ComponentProps } from 'react';
import { Button, type ButtonProps } from '@mantine/core';
import { createLink } from '@tanstack/react-router';

type AnchorProps = ButtonProps & Omit<ComponentProps<'a'>, keyof ButtonProps>;

/** Mantine's button as a link, whose address the compiler checks as it does that of `Link`. */
export const ButtonLink = createLink((props: AnchorProps) => <Button component="a" {...props} />);
