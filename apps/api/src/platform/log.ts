/**
 * What no log holds, whatever is logged: how somebody signs in, and the rows and values that a fault of the database
 * comes with.
 */
export const REDACTED = [
  'req.headers.authorization',
  'req.headers.cookie',
  '*.password',
  '*.password_hash',
  '*.token',
  'err.detail',
  'err.where',
  'err.internalQuery',
];
