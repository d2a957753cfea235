import { Button } from '@mantine/core';
import classes from './SecondFactor.module.css';

interface AccountFormActsProps {
  act: string;
  submitting: boolean;
  onCancel?: (() => void) | undefined;
}

/** The buttons of a form about the person's own account: submit, and cancel if offered. */
export function AccountFormActs({ act, submitting, onCancel }: AccountFormActsProps) {
  return (
    <div className={classes.acts}>
      <Button type="submit" size="md" loading={submitting}>
        {act}
      </Button>
      {onCancel ? (
        <Button size="md" variant="default" onClick={onCancel}>
          Annuler
        </Button>
      ) : null}
    </div>
  );
}
