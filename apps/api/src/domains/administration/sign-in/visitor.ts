/** The client of a sign-in or of a request for a new password. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  requestId: string;
  /** Token of a browser that signed in before. */
  device?: string | undefined;
  /** Minutes without a request after which a browser's session ends. */
  idleMinutes?: number | undefined;
}
