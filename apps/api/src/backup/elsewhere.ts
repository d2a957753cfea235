/** Copies of backups outside the installation: another folder (disk, share), an S3-compatible store, or both. */
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { S3Client } from '@bradenmacdonald/s3-lite-client';
import type { S3Config } from '#src/config.ts';
import { folderPlace, type Place, sha256Of } from './places.ts';

export interface Elsewhere {
  folder?: string | undefined;
  /** The folder of the disk, in which `folder` is created. */
  within?: string | undefined;
  s3?: S3Config | undefined;
}

/** Bytes per part of an upload: four parts are in memory at a time, and the protocol allows 10,000 (312 GiB). */
const PART = 32 * 2 ** 20;
const ATTEMPTS = 3;
const PAUSE_MS = 500;

/** A store closes connections that were idle for some seconds: what was being sent over one is sent again. */
class PatientClient extends S3Client {
  override async makeRequest(request: Parameters<S3Client['makeRequest']>[0]): Promise<Response> {
    for (let attempt = 1; ; attempt += 1)
      try {
        // a copy: an attempt adds its signature
        return await super.makeRequest({ ...request, headers: new Headers(request.headers) });
      } catch (error) {
        // what begins or ends an upload in parts would be done twice
        const isRepeatable = error instanceof TypeError && request.method !== 'POST';
        if (!isRepeatable || attempt === ATTEMPTS) throw error;
        await sleep(PAUSE_MS);
      }
  }
}

export function s3Place(settings: S3Config): Place {
  const { url, region, bucket, prefix, accessKey, secretKey } = settings;
  const client = new PatientClient({ endPoint: url, region, bucket, accessKey, secretKey });
  const key = (name: string): string => `${prefix}${name}`;
  return {
    name: `${new URL(url).host}/${bucket}/${prefix}`,
    async list() {
      const names: string[] = [];
      for await (const { key: found } of client.listObjects({ prefix }))
        names.push(found.slice(prefix.length));
      return names;
    },
    async store(name, content) {
      await client.putObject(key(name), Readable.toWeb(content) as ReadableStream<Uint8Array<ArrayBuffer>>, {
        partSize: PART,
      });
    },
    async digest(name) {
      const { body } = await client.getObject(key(name));
      if (!body) throw new Error(`${key(name)} est vide dans le dépôt.`);
      return sha256Of(body as unknown as AsyncIterable<Uint8Array>);
    },
    remove: (name) => client.deleteObject(key(name)),
  };
}

export function placesElsewhere({ folder, within, s3 }: Elsewhere): Place[] {
  return [...(folder ? [folderPlace(folder, within)] : []), ...(s3 ? [s3Place(s3)] : [])];
}
