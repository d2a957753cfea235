import { describe, expect, it } from 'vitest';
import {
  FILTER_OPERATORS,
  type FilterRow,
  isComplete,
  OPERATOR_LABELS,
  operandsOf,
  OPERATORS_BY_TYPE,
} from './filter.ts';

describe('the operators', () => {
  it('are the fourteen of the specification, each with a label', () => {
    expect(FILTER_OPERATORS).toHaveLength(14);
    expect(Object.keys(OPERATOR_LABELS).toSorted()).toEqual([...FILTER_OPERATORS].toSorted());
    expect(new Set(Object.values(OPERATORS_BY_TYPE).flat())).toEqual(new Set(FILTER_OPERATORS));
  });

  it('take no value, one, two or many', () => {
    const asked = Object.groupBy(FILTER_OPERATORS, operandsOf);
    expect(asked.none).toEqual(['is null', 'is not null']);
    expect(asked.two).toEqual(['between', 'dateBetween']);
    expect(asked.many).toEqual(['in', 'not in']);
    expect(asked.one).toHaveLength(8);
  });

  it.each([
    [{ operator: 'eq' }, false],
    [{ operator: 'eq', x: '' }, false],
    [{ operator: 'eq', x: '0' }, true],
    [{ operator: 'is null' }, true],
    [{ operator: 'in', x: [] }, false],
    [{ operator: 'in', x: ['1'] }, true],
    [{ operator: 'between', x: '1' }, false],
    [{ operator: 'between', x: '1', y: '' }, false],
    [{ operator: 'dateBetween', x: '2026-01-01', y: '2026-01-02' }, true],
  ] as [Omit<FilterRow, 'column'>, boolean][])('%j is complete: %s', (given, complete) => {
    expect(isComplete({ column: 'a', ...given })).toBe(complete);
  });
});
