import { Button } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import { useState } from 'react';
import type { NamedFile } from '#src/platform/api.ts';
import { toastFailure } from '#src/platform/toasts.ts';
import { saveFile } from '#src/ui/file/save-file.ts';

/** Saves a paper; from the second time on the server marks it as a duplicate. */
export async function savePaper(make: () => Promise<NamedFile>): Promise<void> {
  try {
    saveFile(await make());
  } catch (error) {
    toastFailure(error);
  }
}

interface PaperButtonProps {
  label: string;
  make: () => Promise<NamedFile>;
}

/** Prints a paper for signature. */
export function PaperButton({ label, make }: PaperButtonProps) {
  const [busy, setBusy] = useState(false);
  const print = async (): Promise<void> => {
    setBusy(true);
    await savePaper(make);
    setBusy(false);
  };
  return (
    <Button
      size="compact-md"
      variant="default"
      leftSection={<IconFileTypePdf size={16} />}
      loading={busy}
      onClick={() => void print()}
    >
      {label}
    </Button>
  );
}
