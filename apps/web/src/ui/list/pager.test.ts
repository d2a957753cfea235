import { describe, expect, it } from 'vitest';
import { pageCount, pagerItems } from './pager.ts';

describe('pageCount', () => {
  it('rounds up, and an empty list has one page', () => {
    expect([pageCount(0, 30), pageCount(30, 30), pageCount(31, 30)]).toEqual([1, 1, 2]);
  });
});

describe('pagerItems', () => {
  it('names every page of a short list', () => {
    expect(pagerItems(1, 3)).toEqual([1, 2, 3]);
    expect(pagerItems(5, 5)).toEqual([1, 2, 3, 4, 5]);
  });
  it('leaves gaps around the window', () => {
    expect(pagerItems(1, 25)).toEqual([1, 2, 3, 4, 5, 'gap', 25]);
    expect(pagerItems(9, 25)).toEqual([1, 'gap', 7, 8, 9, 10, 11, 'gap', 25]);
    expect(pagerItems(25, 25)).toEqual([1, 'gap', 21, 22, 23, 24, 25]);
  });
  it('puts no gap where no page is missing', () => {
    expect(pagerItems(4, 7)).toEqual([1, 2, 3, 4, 5, 6, 7]);
    expect(pagerItems(1, 6)).toEqual([1, 2, 3, 4, 5, 6]);
  });
  it('works for a page past the end', () => {
    expect(pagerItems(90, 7)).toEqual([1, 'gap', 3, 4, 5, 6, 7]);
  });
});
