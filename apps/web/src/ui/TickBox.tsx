import type { ComponentProps } from 'react';
import classes from './TickBox.module.css';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref' | 'size'> {
  'aria-label': string;
  /** Some, not all, of its rows are ticked. */
  indeterminate?: boolean;
  /** Sized for touch. */
  large?: boolean;
}

/** A native checkbox: fifty of Mantine's took a tenth of a list's first rendering. */
export const TickBox = ({ indeterminate = false, large, ...input }: TickBoxProps) => (
  <input
    {...input}
    type="checkbox"
    className={classes.tick}
    data-large={large || undefined}
    ref={(element) => {
      if (element) element.indeterminate = indeterminate;
    }}
  />
);
