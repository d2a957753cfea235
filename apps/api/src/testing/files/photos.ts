/** Photos to send, and the form in which browsers send a file. */
import { randomBytes } from 'node:crypto';
import sharp from 'sharp';

/** A picture of one colour, by default a JPEG of 640 × 480. */
export const picture = (
  format: 'jpeg' | 'png' | 'webp' = 'jpeg',
  { width = 640, height = 480 }: { width?: number; height?: number } = {},
): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#0f766e' } })
    [format]()
    .toBuffer();

export interface SentFile {
  body: Buffer;
  headers: Record<string, string>;
}

/** A multipart body with one file, and its header. */
export function sentFile(
  content: Buffer | string,
  { name = 'photo.jpg', type = 'image/jpeg', part = 'photo', fields = {} as Record<string, string> } = {},
): SentFile {
  const boundary = randomBytes(12).toString('hex');
  const texts = Object.entries(fields).map(
    ([field, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${field}"\r\n\r\n${value}\r\n`,
  );
  return {
    body: Buffer.concat([
      Buffer.from(texts.join('')),
      Buffer.from(
        `--${boundary}\r\nContent-Disposition: form-data; name="${part}"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`,
      ),
      Buffer.from(content),
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ]),
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
  };
}
