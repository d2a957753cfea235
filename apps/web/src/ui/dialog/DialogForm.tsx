import { type ReactNode, useRef } from 'react';
import { Alert } from '@mantine/core';
import { SaveFailure } from '../form/SaveFailure.tsx';
import { useFocusFault } from '../form/use-focus-fault.ts';
import { DialogActs } from './DialogActs.tsx';
import classes from './DialogForm.module.css';
import type { DialogFormState } from './use-dialog-form.ts';

interface DialogFormProps {
  state: DialogFormState;
  /** Label of the button that sends. */
  confirm: string;
  cancel?: string | undefined;
  danger?: boolean | undefined;
  onSubmit: () => unknown;
  onCancel: () => void;
  /** Shows the stored record in place of the typed values. */
  onReload?: (() => void) | undefined;
  children: ReactNode;
}

/** A form in a dialog: its fields, what is wrong with the whole, and its two buttons. */
export function DialogForm(props: DialogFormProps) {
  const { state, confirm, cancel, danger, onSubmit, onCancel, onReload, children } = props;
  const element = useRef<HTMLFormElement>(null);
  useFocusFault(element, state.faults);
  const abandon = (): void => {
    state.throwAway();
    onCancel();
  };
  return (
    <form
      ref={element}
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit();
      }}
    >
      {state.overtaken ? <SaveFailure failure={state.overtaken} onReload={onReload} /> : null}
      {children}
      {state.faults['form'] ? (
        <Alert color="red" role="alert">
          {state.faults['form']}
        </Alert>
      ) : null}
      <DialogActs confirm={confirm} cancel={cancel} busy={state.busy} danger={danger} onCancel={abandon} />
    </form>
  );
}
