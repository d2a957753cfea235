import { type ReactNode, useState } from 'react';
import { Button, FileButton } from '@mantine/core';
import { MESSAGES } from '@octroi/contract/messages';
import { IconTrash } from '@tabler/icons-react';
import { reasonOf } from '#src/platform/api.ts';
import { toastSuccess } from '#src/platform/toasts.ts';
import { Card } from '../page/Card.tsx';
import classes from './FileField.module.css';
import { useAct } from '#src/ui/use-act.ts';

interface FileFieldProps {
  title: string;
  /** Whether a file exists, and may be removed. */
  hasFile: boolean;
  /** Button labels for a first and for another file. */
  choose: readonly [first: string, other: string];
  icon: ReactNode;
  /** Accepted types, for the file input. */
  accept: string;
  /** Accepted files, in words. */
  note: string;
  readOnly: boolean;
  /** Uploads the file; a returned text is the reason why it was not uploaded. */
  send: (file: File) => Promise<string | undefined>;
  remove: () => Promise<void>;
  /** Message of a refusal. */
  reason?: (error: unknown) => string;
  /** The current file. */
  children: ReactNode;
}

/** One file of a record: uploaded and removed at once, independently of the form around it. */
export function FileField({ send, remove, reason = reasonOf, ...shown }: FileFieldProps) {
  const { title, hasFile, choose, icon, accept, note, readOnly, children } = shown;
  const [fault, setFault] = useState<string>();
  const { busy, perform } = useAct((error) => setFault(reason(error)));

  const act = async (sending: () => Promise<string | undefined | void>): Promise<void> => {
    setFault(undefined);
    await perform(async () => {
      const refusal = await sending();
      if (refusal) setFault(refusal);
      else toastSuccess(MESSAGES.modifie);
    });
  };

  return (
    <Card title={title}>
      <div className={classes.body}>
        {children}
        {readOnly ? null : (
          <div className={classes.acts}>
            {/* made anew after each attempt, so that the same file may be chosen again */}
            <FileButton
              accept={accept}
              onChange={(file) => void (file && act(() => send(file)))}
              key={`${busy} ${fault}`}
            >
              {(props) => (
                <Button {...props} variant="default" loading={busy} leftSection={icon}>
                  {choose[hasFile ? 1 : 0]}
                </Button>
              )}
            </FileButton>
            {hasFile ? (
              <Button
                variant="default"
                disabled={busy}
                leftSection={<IconTrash size={16} aria-hidden />}
                onClick={() => void act(remove)}
              >
                Retirer
              </Button>
            ) : null}
          </div>
        )}
        {fault ? (
          <p className={classes.fault} role="alert">
            {fault}
          </p>
        ) : readOnly ? null : (
          <p className={classes.note}>{note}</p>
        )}
      </div>
    </Card>
  );
}
