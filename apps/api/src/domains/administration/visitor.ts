/** From where somebody asks for a session, or for a new password. */
export interface Visitor {
  address: string;
  userAgent: string | undefined;
  requestId: string;
}
