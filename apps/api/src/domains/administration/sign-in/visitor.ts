/** From where somebody asks for a session, or for a new password. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  requestId: string;
  /** Token of a browser from which somebody signed in before. */
  device?: string | undefined;
  /** Minutes without a call after which the session of a browser ends. */
  idleMinutes?: number | undefined;
}
