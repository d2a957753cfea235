import { Button, Group } from '@mantine/core';
import { cancelText } from './confirm.tsx';

interface DialogActsProps {
  /** Label of the confirm button. */
  confirm: string;
  /** Label of the other button. */
  cancel?: string | undefined;
  onCancel: () => void;
  /** When absent, the button submits its form. */
  onConfirm?: () => void;
  busy?: boolean;
  danger?: boolean | undefined;
}

/** The buttons at the bottom of a dialog. */
export const DialogActs = ({ confirm, cancel, onCancel, onConfirm, busy, danger }: DialogActsProps) => (
  <Group justify="flex-end">
    <Button variant="default" onClick={onCancel}>
      {cancel ?? cancelText(confirm)}
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
