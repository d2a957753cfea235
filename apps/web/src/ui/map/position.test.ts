import { describe, expect, it } from 'vitest';
import { NO_POSITION, positionErrors, positionText, readPosition, splitPasted } from './position.ts';

describe('a typed position', () => {
  it('is read with a point or a comma, with or without the sign of degrees', () => {
    expect(readPosition({ latitude: ' 13,5127 ', longitude: '2.1126°' })).toEqual({
      latitude: 13.5127,
      longitude: 2.1126,
    });
    expect(readPosition({ latitude: '-13', longitude: '−2,5' })).toEqual({ latitude: -13, longitude: -2.5 });
  });

  it('may be empty, but not half empty', () => {
    expect(positionErrors(NO_POSITION)).toEqual({});
    expect(readPosition(NO_POSITION)).toBeNull();
    expect(positionErrors({ latitude: '13', longitude: ' ' })).toEqual({ longitude: 'La longitude manque.' });
  });

  it.each(['91', '-90,01', 'nord', '13.5.1', '1e1', '1313'])(
    'is refused with a latitude of %s',
    (latitude) => {
      const text = { latitude, longitude: '2' };
      expect(positionErrors(text).latitude).toContain('entre −90 et 90');
      expect(readPosition(text)).toBeNull();
    },
  );

  it('is written to a tenth of a metre', () => {
    expect(positionText({ latitude: 13.512_734_567_8, longitude: 2 })).toEqual({
      latitude: '13.512735',
      longitude: '2',
    });
    expect(positionText({ latitude: null, longitude: 2 })).toEqual(NO_POSITION);
  });

  it.each([
    ['13.5127, 2.1126', { latitude: '13.5127', longitude: '2.1126' }],
    ['13,5127 ; 2,1126', { latitude: '13.5127', longitude: '2.1126' }],
    ['13.5127 2.1126', { latitude: '13.5127', longitude: '2.1126' }],
    ['13,5127', undefined],
    ['13.5 2.1 7', undefined],
    ['13.5 200', undefined],
  ])('pasted as « %s » fills both fields where it holds both', (text, expected) => {
    expect(splitPasted(text)).toEqual(expected);
  });
});
