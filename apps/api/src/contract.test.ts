import { API } from '@octroi/contract';
import { expect, it } from 'vitest';
import { routesOf } from './authorisation/testing/people.ts';
import { testApp } from './testing/app.ts';

const octroi = await testApp();

it('the calls of the contract and the routes below /v2 are the same', async () => {
  const served = (await routesOf(octroi)).filter((route) => route.includes(' /v2/'));
  expect(served.map((route) => route.replace(' /v2/', ' /')).sort()).toEqual(Object.keys(API).sort());
});
