/** People, as lists and selectors read them. */
import { idParam, listOf, listQuerySchema, type ListQuery } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { may, type Person, scopeOf } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import { notFound, refused } from '#src/platform/http/problem.ts';
import { filtersOf, findRow, readList } from '#src/platform/listing/listing.ts';
import { userList, userVisible } from './people.repository.ts';
import { userReply } from './schemas.ts';

/** Whoever works on people, or on what people did, may read them. */
const READERS = ['users', 'agents', 'contribuables', 'transactions'] as const;

export function userRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Utilisateurs'];
  const conditions = (person: Person) => {
    if (!READERS.some((navigation) => may(person, navigation, 'Lister'))) throw refused();
    return [userVisible(scopeOf(person))];
  };

  routes.get(
    '/v2/users',
    { schema: { tags, querystring: listQuerySchema, response: { 200: listOf(userReply) } } },
    (request) => {
      const query: ListQuery = request.query;
      return readList(
        db,
        userList,
        { conditions: conditions(request.person), filters: filtersOf(query) },
        query,
      );
    },
  );

  routes.get(
    '/v2/users/:id',
    { schema: { tags, params: idParam, response: { 200: userReply } } },
    async (request) => {
      const user = await findRow(db, userList, request.params.id, { conditions: conditions(request.person) });
      if (!user) throw notFound();
      return user;
    },
  );
}
