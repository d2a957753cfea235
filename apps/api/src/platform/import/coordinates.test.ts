import { describe, expect, it } from 'vitest';
import { PositionColumn } from './coordinates.ts';

const read = (text: string, others: readonly string[] = [], ordre?: 'latitude' | 'longitude') => {
  const column = new PositionColumn();
  for (const one of [...others, text]) column.addEvidence(one);
  return column.read(text, ordre);
};
const NIAMEY = { latitude: 13.5137, longitude: 2.1098 };

describe('a position in one cell', () => {
  it.each([
    '13.5137, 2.1098',
    '13,5137 ; 2,1098',
    '13,5137 2,1098',
    '13.5137,2.1098',
    '13,5137,2,1098',
    '(13.5137; 2.1098)',
    '13.5137 / 2.1098',
    '13,5137\u00a0\u00a02,1098',
  ])('« %s » is read in the order that the person says', (text) => {
    expect(read(text, [], 'latitude')).toEqual({ position: NIAMEY });
    expect(read(text, [], 'longitude')).toEqual({
      position: { latitude: NIAMEY.longitude, longitude: NIAMEY.latitude },
    });
  });

  it('that reads two ways is not guessed, unless another cell of the column settles the order', () => {
    expect(read('13.5137, 2.1098')).toEqual({
      positions: [NIAMEY, { latitude: 2.1098, longitude: 13.5137 }],
    });
    expect(read('13.5137, 2.1098', ['13,5 N 2,1 E'])).toEqual({ position: NIAMEY });
    expect(read('2.1098, 13.5137', ['100.5, 13.7'])).toEqual({ position: NIAMEY });
    expect(read('13.5137, 2.1098', ['13,5 N 2,1 E', '2,1 E 13,5 N'])).toHaveProperty('positions');
  });

  it.each([
    [`13°30'49.32"N 2°6'35.28"E`, NIAMEY],
    ['13° 30′ 49,32″ N, 2° 6′ 35,28″ E', NIAMEY],
    [`E 2°6'35.28" N 13°30'49.32"`, NIAMEY],
    ['13.5137 N, 2.1098 E', NIAMEY],
    ['12,5 S 8,25 O', { latitude: -12.5, longitude: -8.25 }],
    ['8.25W, 12.5N', { latitude: 12.5, longitude: -8.25 }],
  ])('« %s » says its order by its letters', (text, position) =>
    expect(read(text, [], 'longitude')).toEqual({ position }),
  );

  it('outside the globe is out of range', () => {
    for (const text of ['95 N 2 E', '200.5, 13.5', '13.5 N, 181 E'])
      expect(read(text, [], 'latitude')).toEqual({ outOfRange: true });
  });

  it.each(['13,5137', 'près de la mosquée', '13 5 7', `13°75'10"N 2°6'E`, '13 N 14 N', '-13 N 2 E', '1,2,3'])(
    '« %s » is not one',
    (text) => expect(read(text, [], 'latitude')).toBeUndefined(),
  );
});
