declare global {
  interface ImportMetaEnv {
    /** Set by the build. */
    readonly VITE_TERRAIN_VERSION: string;
  }
}

/** Version of this build, as the office sees it. */
export const VERSION = import.meta.env.VITE_TERRAIN_VERSION;
