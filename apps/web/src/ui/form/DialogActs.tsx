import { Button, Group } from '@mantine/core';

interface DialogActsProps {
  /** What the button that acts says. */
  confirm: string;
  onCancel: () => void;
  /** Absent: the button submits the form that it stands in. */
  onConfirm?: () => void;
  busy?: boolean;
  danger?: boolean;
  mt?: 'md';
}

/** The two buttons at the foot of a dialog. */
export const DialogActs = ({ confirm, onCancel, onConfirm, busy, danger, mt }: DialogActsProps) => (
  <Group justify="flex-end" {...(mt ? { mt } : {})}>
    <Button variant="default" onClick={onCancel}>
      Annuler
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
