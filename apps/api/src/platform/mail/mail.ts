/** Sends mails by SMTP; without a server, writes them to files that the operator can open. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createTransport } from 'nodemailer';

export interface Mail {
  to: { name: string; address: string };
  subject: string;
  text: string;
  html?: string;
  attachments?: readonly Attachment[];
}

export interface Attachment {
  /** File name. */
  name: string;
  /** Media type. */
  type: string;
  content: Buffer;
}

/**
 * Sends a mail. A failure is only logged: a reply must not depend on whether a mail could be sent.
 * @returns whether it was handed over
 */
export type SendMail = (mail: Mail) => Promise<boolean>;

interface Log {
  info: (facts: object, message: string) => void;
  error: (facts: object, message: string) => void;
}

interface MailOptions {
  /** `smtp://` or `smtps://`; absent: mails are written to `outbox`. */
  smtpUrl: string | undefined;
  /** Absolute folder, created with the first mail. */
  outbox: string;
  from: string;
  log: Log;
}

/** Timeout of the server. */
const PATIENCE_MS = 15_000;

/** Delivers a message and returns details for the log. */
type Delivery = (message: object) => Promise<object>;

function bySmtp(smtpUrl: string): Delivery {
  const transport = createTransport({
    url: smtpUrl,
    connectionTimeout: PATIENCE_MS,
    greetingTimeout: PATIENCE_MS,
    socketTimeout: PATIENCE_MS,
  });
  return async (message) => {
    const { messageId } = await transport.sendMail(message);
    return { messageId };
  };
}

function toFiles(outbox: string): Delivery {
  const transport = createTransport({ streamTransport: true, buffer: true });
  return async (message) => {
    const { message: written } = await transport.sendMail(message);
    await mkdir(outbox, { recursive: true, mode: 0o700 });
    const moment = new Date().toISOString().replaceAll(/[:.]/g, '-');
    const file = path.join(outbox, `${moment}-${randomUUID()}.eml`);
    await writeFile(file, written as Buffer, { mode: 0o600, flag: 'wx' });
    return { file };
  };
}

export function mailer({ smtpUrl, outbox, from, log }: MailOptions): SendMail {
  const deliver = smtpUrl ? bySmtp(smtpUrl) : toFiles(outbox);
  return async ({ attachments = [], ...mail }) => {
    try {
      const delivery = await deliver({
        ...mail,
        attachments: attachments.map(({ name, type, content }) => ({
          filename: name,
          contentType: type,
          content,
        })),
        from: { name: 'Octroi', address: from },
        // a mail must never include a local file or a URL
        disableFileAccess: true,
        disableUrlAccess: true,
      });
      log.info(delivery, 'mail sent');
      return true;
    } catch (error) {
      // other properties of the error may contain the dialogue with the server
      const { code, message } = error as NodeJS.ErrnoException;
      log.error({ code, reason: message }, 'mail failed');
      return false;
    }
  };
}
