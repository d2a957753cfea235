/** HTTP routes of payments (specification 2 sections 2.8, 2.13 and 7). */
import { transactionEndpoints, transactionQuerySchema } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demandOne, needs } from '#src/platform/access/person.ts';
import type { Approbations } from '#src/platform/approbation/approbation.service.ts';
import type { Database } from '#src/platform/database/database.ts';
import { invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { READS } from '#src/platform/http/standby.plugin.ts';
import type { Jobs } from '#src/platform/jobs/jobs.ts';
import { resolveTargets, type Selectables } from '#src/platform/listing/selection.ts';
import { versionFrom } from '#src/platform/resource/resource.routes.ts';
import type { TillPort } from '../booking/till.ts';
import { removalService } from '../undoing/extournes.service.ts';
import { paiementService } from '../booking/paiements.service.ts';
import { patchTransaction } from '../undoing/corrections.service.ts';
import { transactionService } from './transactions.service.ts';

const RESOURCE = 'transactions';

export async function transactionRoutes(
  app: FastifyInstance,
  db: Database,
  {
    selectables,
    jobs,
    approbations,
    till,
  }: { selectables: Selectables; jobs: Jobs; approbations: Approbations; till: TillPort },
): Promise<void> {
  const route = routesOf(app, transactionEndpoints, ['Transactions']);
  const service = transactionService(db);
  const paiements = paiementService(db, { approbations, till });
  const removal = await removalService(db, { jobs, approbations });
  selectables.set(RESOURCE, (person, query, except) => {
    const parsed = transactionQuerySchema.safeParse(query);
    if (!parsed.success) throw invalid('query', "La sélection n'est pas valable.");
    return service.keys(person, parsed.data, except);
  });

  route(
    'POST /contribuables/transactions',
    async ({ person, body, query, headers, id }, reply) => {
      const { transaction, nouvelle } = await paiements.take(person, body, {
        key: headers['idempotency-key'],
        refuseExcess: query.excedent === 'refuser',
        requestId: id,
      });
      return reply.code(nouvelle ? 201 : 200).send(transaction);
    },
    { right: needs('transactions', 'Créer') },
  );
  route('GET /transactions', ({ person, query }) => service.list(person, query), {
    ...READS,
  });
  route('GET /transactions/totaux', ({ person, query }) => service.totals(person, query), READS);
  route('GET /transactions/{id}', async ({ person, params }, reply) => {
    const transaction = await service.show(person, params.id);
    reply.header('etag', `"${transaction.version}"`);
    return transaction;
  });
  route(
    'PATCH /transactions/{id}',
    async ({ person, params, body, headers, id }) => {
      const row = await service.find(person, params.id);
      await patchTransaction(db, person, row, body, {
        version: versionFrom(headers['if-match']),
        requestId: id,
      });
      return service.show(person, params.id);
    },
    {
      right: (person) =>
        demandOne(person, [
          ['transactions', 'Modifier'],
          ['transactions', 'Valider'],
        ]),
    },
  );
  route('DELETE /transactions/{id}', async ({ person, params, query, id }) => {
    await removal.remove(person, { id: params.id, motif: query.motif ?? null }, id);
  });
  route('POST /transactions/suppression', ({ person, body, id }) =>
    removal.removeMany(
      person,
      async () => ({
        ids: await resolveTargets(db, selectables, person, RESOURCE, body),
        motif: body.motif,
      }),
      id,
    ),
  );
}
