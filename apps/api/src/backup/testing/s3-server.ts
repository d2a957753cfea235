/** A small S3 store for tests: one bucket in memory, with multipart uploads. */
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const sha256 = (content: Buffer): string => createHash('sha256').update(content).digest('hex');

export async function s3Server(bucket: string) {
  const files = new Map<string, Buffer>();
  const uploads = new Map<string, Map<number, Buffer>>();
  /** `cuts`: how many of the next uploads it cuts off */
  const behaviour = { status: 200, altersWhatItStores: false, cuts: 0 };
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks);
      const { pathname, searchParams: query } = new URL(request.url ?? '/', 'http://store');
      const key = decodeURIComponent(pathname.slice(`/${bucket}/`.length));
      const reply = (status: number, text: string | Buffer = '', etag = ''): void => {
        response.writeHead(status, { 'content-type': 'application/xml', etag: `"${etag}"` }).end(text);
      };
      const signed = request.headers.authorization?.startsWith('AWS4-HMAC-SHA256 Credential=cle-d-essai/');
      if (request.method === 'PUT' && behaviour.cuts > 0) {
        behaviour.cuts -= 1;
        return void request.socket.destroy();
      }
      if (!signed || request.headers['x-amz-content-sha256'] !== sha256(body))
        return reply(403, error('AccessDenied'));
      if (behaviour.status !== 200) return reply(behaviour.status, error('SlowDown'));
      const upload = uploads.get(query.get('uploadId') ?? '');
      const store = (content: Buffer): void => {
        files.set(key, behaviour.altersWhatItStores ? Buffer.concat([content, Buffer.from('!')]) : content);
      };
      if (request.method === 'POST' && query.has('uploads')) {
        const id = String(uploads.size + 1);
        uploads.set(id, new Map());
        return reply(
          200,
          `<InitiateMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
        );
      }
      if (request.method === 'PUT' && upload) {
        upload.set(Number(query.get('partNumber')), body);
        return reply(200, '', sha256(body).slice(0, 32));
      }
      if (request.method === 'POST' && upload) {
        store(Buffer.concat([...upload].toSorted(([a], [b]) => a - b).map(([, part]) => part)));
        return reply(
          200,
          `<CompleteMultipartUploadResult><Bucket>${bucket}</Bucket><Key>${key}</Key><ETag>"e"</ETag></CompleteMultipartUploadResult>`,
        );
      }
      if (request.method === 'PUT') {
        store(body);
        return reply(200, '', 'e');
      }
      if (request.method === 'DELETE') {
        files.delete(key);
        return reply(204);
      }
      if (key === '') return reply(200, listing(files, query.get('prefix') ?? ''));
      const file = files.get(key);
      return file ? reply(200, file, 'e') : reply(404, error('NoSuchKey'));
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    files,
    behaviour,
    /** Numbers of parts of the multipart uploads. */
    parts: () => [...uploads.values()].map(({ size }) => size),
    settings: {
      url: `http://127.0.0.1:${port}`,
      region: 'us-east-1',
      bucket,
      prefix: 'octroi/',
      accessKey: 'cle-d-essai',
      secretKey: 'secret-d-essai',
    },
    close: () => server.close(),
  };
}

const error = (code: string): string => `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;

function listing(files: ReadonlyMap<string, Buffer>, prefix: string): string {
  const contents = [...files]
    .filter(([name]) => name.startsWith(prefix))
    .map(
      ([name, { length }]) =>
        `<Contents><Key>${name}</Key><LastModified>2026-11-22T00:00:00.000Z</LastModified><ETag>"e"</ETag><Size>${length}</Size></Contents>`,
    );
  return `<ListBucketResult><IsTruncated>false</IsTruncated>${contents.join('')}</ListBucketResult>`;
}
