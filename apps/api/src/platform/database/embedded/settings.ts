import fs from 'node:fs';
import os from 'node:os';

/** PostgreSQL settings by name, as they would stand in postgresql.conf. */
export type Settings = Record<string, string | number>;

const MB = 2 ** 20;

/** What this machine, or the container that it runs in, can give. In bytes. */
function memory(): number {
  const limit = process.constrainedMemory();
  return limit > 0 ? Math.min(os.totalmem(), limit) : os.totalmem();
}

/**
 * Settings for one cheap machine that also runs the application. What is acknowledged is on the disk:
 * `fsync` and `synchronous_commit` stay on.
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
    // A new file a day, or when one is full; `boundLog` keeps the latest of them.
    logging_collector: 'on',
    log_directory: 'log',
    log_filename: 'postgresql-%Y%m%d-%H%M%S.log',
    log_rotation_age: '1d',
    log_rotation_size: '10MB',
    log_checkpoints: 'off',
    log_line_prefix: '%m [%p] %q%a ',
  };
}

/** Where the server puts the log of what it writes, a segment of 16 MB at a time, for whoever keeps it. */
export const journalFolder = (dataDir: string): string => `${dataDir}.journal`;

/** Seconds after which a segment is put aside although it is not full: what is lost with the disk, at most. */
const ARCHIVE_TIMEOUT = 300;

/** The server's own module: it writes beside, waits for the disk and renames, under whatever account it runs. */
export const archiveSettings = (journal: string): Settings => ({
  archive_mode: 'on',
  archive_library: 'basic_archive',
  'basic_archive.archive_directory': journal,
  archive_timeout: ARCHIVE_TIMEOUT,
});

/** Containers often have a /dev/shm of 64 MB, in which a parallel query fails: then files in the data folder. */
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

/** The lines of a configuration file; every value quoted, as PostgreSQL allows for any type. */
export function configurationLines(settings: Settings): string {
  return Object.entries(settings)
    .map(([name, value]) => `${name} = '${String(value).replaceAll("'", "''")}'\n`)
    .join('');
}
