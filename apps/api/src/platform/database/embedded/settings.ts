import fs from 'node:fs';
import os from 'node:os';

/** PostgreSQL settings by name, as in postgresql.conf. */
export type Settings = Record<string, string | number>;

const MB = 2 ** 20;

/** Memory of this machine or its container, in bytes. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(os.totalmem(), limit) : os.totalmem();
}

/**
 * Settings for one cheap machine that also runs the application. An acknowledged commit is on the disk: `fsync` and
 * `synchronous_commit` stay on.
 * @param bytes memory of the machine
 */
export function tunedSettings(bytes = memory()): Settings {
  const share = (part: number, most: number) =>
    `${Math.max(16, Math.min(most, Math.floor((bytes * part) / MB)))}MB`;
  return {
    max_connections: 60,
    shared_buffers: share(0.25, 1024),
    effective_cache_size: share(0.5, 1024 * 1024),
    maintenance_work_mem: share(0.06, 256),
    work_mem: '16MB',
    random_page_cost: 1.1,
    jit: 'off',
    fsync: 'on',
    synchronous_commit: 'on',
    wal_compression: 'on',
    max_wal_size: '4GB',
    checkpoint_timeout: '15min',
    dynamic_shared_memory_type: sharedMemoryType(),
    timezone: 'UTC',
    log_timezone: 'UTC',
    // A new file per day, or when one is full; `limitLog` removes the oldest.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %q%a ',
  };
}

/** Folder where the server archives its write-ahead log, in segments of 16 MB. */
export const journalFolder = (dataDir: string): string => `${dataDir}.journal`;

/** Seconds after which an incomplete segment is archived: the most that is lost with the disk. */
const ARCHIVE_TIMEOUT = 300;

/** The server's own module: it writes a temporary file, syncs and renames, under any account. */
export const archiveSettings = (journal: string): Settings => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': journal,
  archive_timeout: ARCHIVE_TIMEOUT,
});

/** Containers often have a /dev/shm of 64 MB, where a parallel query fails: then files in the data folder. */
function sharedMemoryType(): string {
  if (process.platform === 'win32') return 'windows';
  if (process.platform !== 'linux') return 'posix';
  try {
    const { bavail, bsize } = fs.statfsSync('/dev/shm');
    return bavail * bsize >= 256 * MB ? 'posix' : 'mmap';
  } catch {
    return 'mmap';
  }
}

/** The lines of a configuration file; every value is quoted, as PostgreSQL allows for any type. */
export function configurationLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value).replaceAll('\\', '\\\\').replaceAll("'", "''")}'\n`)
    .join('');
}
