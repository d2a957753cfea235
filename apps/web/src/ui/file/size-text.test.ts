import { expect, it } from 'vitest';
import { sizeText } from './size-text.ts';

it.each([
  [0, '0 octets'],
  [999, '999 octets'],
  [1536, '1,5 ko'],
  [42_200_000, '42,2 Mo'],
  [123_456_789_000, '123 Go'],
])('%i bytes are written %s', (bytes, text) => {
  expect(sizeText(bytes).replace('\u00a0', ' ')).toBe(text);
});
