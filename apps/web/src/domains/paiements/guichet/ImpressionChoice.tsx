import { Switch } from '@mantine/core';
import { stored } from '#src/platform/storage.ts';

/** Whether receipts are printed as soon as a payment is taken; of this browser, as the printer is. */
export const impressionImmediate = stored<boolean>('guichet.impression', (raw) =>
  raw === true ? true : null,
);

export const ImpressionChoice = () => (
  <Switch
    size="xs"
    label="Imprimer dès l’encaissement"
    checked={impressionImmediate.use() === true}
    onChange={({ currentTarget }) => impressionImmediate.set(currentTarget.checked ? true : null)}
  />
);
