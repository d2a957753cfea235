import { expect, it } from 'vitest';
import { photoFault } from './photo-file.ts';

it.each([
  ['image/jpeg', 10 * 1024 * 1024, undefined],
  ['image/webp', 1, undefined],
  ['image/png', 10 * 1024 * 1024 + 1, /10 Mo/],
  ['image/svg+xml', 100, /JPEG, PNG ou WebP/],
  ['', 100, /JPEG, PNG ou WebP/],
])('a file of the kind « %s » and %i bytes: %s', (type, size, fault) => {
  const message = photoFault({ type, size });
  if (fault) expect(message).toMatch(fault);
  else expect(message).toBeUndefined();
});
