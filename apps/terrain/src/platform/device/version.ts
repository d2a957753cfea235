declare global {
  interface ImportMetaEnv {
    /** Written by the build. */
    readonly VITE_TERRAIN_VERSION: string;
  }
}

/** Which build this is, as the office sees it. */
export const VERSION = import.meta.env.VITE_TERRAIN_VERSION;
