export declare const DEBIAN_PROGRAMS: Record<'pgbouncer' | 'nginx' | 'caddy', string>;
export declare function findProgram(name: keyof typeof DEBIAN_PROGRAMS): string | undefined;
export declare function missingPrograms(): (keyof typeof DEBIAN_PROGRAMS)[];
