import { Button, Group } from '@mantine/core';
import { cancelText } from '../confirm.tsx';

interface DialogActsProps {
  /** Label of the confirm button. */
  confirm: string;
  onCancel: () => void;
  /** When absent, the button submits its form. */
  onConfirm?: () => void;
  busy?: boolean;
  danger?: boolean;
  mt?: 'md';
}

/** The buttons at the bottom of a dialog. */
export const DialogActs = ({ confirm, onCancel, onConfirm, busy, danger, mt }: DialogActsProps) => (
  <Group justify="flex-end" {...(mt ? { mt } : {})}>
    <Button variant="default" onClick={onCancel}>
      {cancelText(confirm)}
    </Button>
    <Button
      {...(onConfirm ? { onClick: onConfirm } : { type: 'submit' as const })}
      {...(danger ? { color: 'red' } : {})}
      loading={busy ?? false}
    >
      {confirm}
    </Button>
  </Group>
);
