import { expect, expectTypeOf, it } from 'vitest';
import { z } from 'zod';
import type { Api } from '../../api.ts';
import { API } from '../../api.ts';
import { endpoints } from './endpoints.ts';
import { idParam } from './schemas.ts';

const replies = { 200: z.object({ id: z.int() }) };

it('an address that does not match its parameters does not compile', () => {
  endpoints({ 'GET /villes/{id}': { params: idParam, replies } });
  // @ts-expect-error `{id}` is in the address but has no schema
  endpoints({ 'GET /villes/{id}': { replies } });
  // @ts-expect-error the schema has another name than the address
  endpoints({ 'GET /villes/{ville}': { params: idParam, replies } });
  // @ts-expect-error the schema has a parameter that the address lacks
  endpoints({ 'GET /villes': { params: idParam, replies } });
  // @ts-expect-error no method
  endpoints({ '/villes': { replies } });
});

it('a declared resource has its calls under its own path, and its rows are known', () => {
  const { replies: found } = API['GET /ramifications/{id}'];
  expect(API['PATCH /ramifications/{id}'].replies).toEqual(found);
  expect(API['GET /ramifications']).toBeDefined();
  type Ramification = z.output<Api['GET /ramifications/{id}']['replies'][200]>;
  expectTypeOf<Pick<Ramification, 'id' | 'nom' | 'entite' | 'parent' | 'enabled'>>().toEqualTypeOf<{
    id: number;
    nom: string;
    entite: { id: number; nom: string };
    parent: { id: number; nom: string } | null;
    enabled: boolean;
  }>();
});
