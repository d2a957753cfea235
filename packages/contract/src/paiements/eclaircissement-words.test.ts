import { describe, expect, it } from 'vitest';
import { isBookable } from './eclaircissement-words.ts';

describe('what an operator tells of', () => {
  it('can be booked if money arrived', () => {
    expect(isBookable({ nature: 'inconnu', montant: 700 })).toBe(true);
    expect(isBookable({ nature: 'double', montant: 700 })).toBe(true);
  });
  it('cannot be booked if the operator took money back, of a known payment or an unknown one', () => {
    expect(isBookable({ nature: 'annulé', montant: 700 })).toBe(false);
    expect(isBookable({ nature: 'inconnu', montant: -700 })).toBe(false);
  });
});
