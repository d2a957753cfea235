import { Button, type ButtonProps, FileButton } from '@mantine/core';
import { PHOTO_KINDS } from '@octroi/contract/contribuables/photos/photo-limits';
import { IconCamera } from '@tabler/icons-react';
import { toastError } from '#src/platform/toasts.ts';
import { MESSAGES } from '@octroi/contract/messages';
import { photoFault } from './photo-file.ts';
import { useAct } from '#src/ui/use-act.ts';

interface PhotoButtonProps extends Pick<ButtonProps, 'size' | 'variant'> {
  label: string;
  /** Uploads the photo; a refusal is shown here. */
  send: (file: File) => Promise<unknown>;
}

/** Takes a photo, from the camera or a file, and uploads it at once. */
export function PhotoButton({ label, send, size = 'sm', variant = 'default' }: PhotoButtonProps) {
  const { busy, perform } = useAct();
  const take = async (file: File | null): Promise<void> => {
    if (!file) return;
    const fault = photoFault(file);
    if (fault) return toastError(MESSAGES.echec, fault);
    await perform(async () => {
      await send(file);
    });
  };
  return (
    <FileButton accept={PHOTO_KINDS} onChange={(file) => void take(file)} key={String(busy)}>
      {(props) => (
        <Button
          {...props}
          size={size}
          variant={variant}
          loading={busy}
          leftSection={<IconCamera size={16} aria-hidden />}
        >
          {label}
        </Button>
      )}
    </FileButton>
  );
}
