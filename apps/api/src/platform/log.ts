/** Properties removed from all logs: credentials, and rows and values in errors of the database. */
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
