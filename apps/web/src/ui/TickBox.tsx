import type { ComponentProps } from 'react';
import classes from './TickBox.module.css';

interface TickBoxProps extends Omit<ComponentProps<'input'>, 'type' | 'className' | 'ref' | 'size'> {
  'aria-label': string;
  /** Some of what it stands for are ticked. */
  indeterminate?: boolean;
  /** A finger's. */
  large?: boolean;
}

/** A box to tick, one a row: the browser's own, for fifty of Mantine's took a tenth of the time to a list's first row. */
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
