/** ZIP archives to send, also malicious ones. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Zipped {
  /** Path in the archive, as text or as the bytes of a code page. */
  name: string | Buffer;
  content: Buffer;
  /** Marks the name as UTF-8. */
  utf8?: boolean;
  encrypted?: boolean;
  /** Size that the archive declares, if another than the true one. */
  declared?: number;
}

/** An archive of compressed files, as spreadsheets and file managers write them. */
export function zip(files: readonly Zipped[]): Buffer {
  const parts: Buffer[] = [];
  const directory: Buffer[] = [];
  let at = 0;
  for (const { name, content, utf8 = true, encrypted = false, declared = content.length } of files) {
    const bytes = Buffer.from(name);
    const compressed = deflateRawSync(content);
    const flags = (utf8 ? 0x800 : 0) + (encrypted ? 1 : 0);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(flags, 2);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(compressed.length, 14);
    common.writeUInt32LE(declared, 18);
    common.writeUInt16LE(bytes.length, 22);
    const local = Buffer.concat([signature(0x04034b50), common, bytes, compressed]);
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(at, 10);
    directory.push(Buffer.concat([signature(0x02014b50), Buffer.from([20, 0]), common, rest, bytes]));
    parts.push(local);
    at += local.length;
  }
  const entries = Buffer.concat(directory);
  const end = Buffer.alloc(18);
  end.writeUInt16LE(files.length, 4);
  end.writeUInt16LE(files.length, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...parts, entries, signature(0x06054b50), end]);
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
