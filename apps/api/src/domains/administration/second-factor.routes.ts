/** One's own second factor, and its withdrawal from somebody who lost it. */
import {
  codeSchema,
  idParam,
  presentPasswordSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
} from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import type { Database } from '#src/platform/database/database.ts';
import { ownAccount } from './profile.routes.ts';
import {
  beginSetup,
  confirmSetup,
  renewRecoveryCodes,
  secondFactorOf,
  withdraw,
  withdrawFrom,
} from './second-factor.service.ts';

export function secondFactorRoutes(app: FastifyInstance, db: Database): void {
  const routes = app.withTypeProvider<ZodTypeProvider>();
  const tags = ['Profile'];
  const path = '/v2/profil/second-facteur';
  // whoever's group asks for a second factor comes here before anything else
  const config = { withoutSecondFactor: true };

  routes.get(path, { config, schema: { tags, response: { 200: secondFactorSchema } } }, (request) =>
    secondFactorOf(db, ownAccount(request)),
  );

  routes.post(path, { config, schema: { tags, response: { 200: secondFactorSetupSchema } } }, (request) =>
    beginSetup(db, ownAccount(request)),
  );

  routes.post(
    `${path}/confirmation`,
    {
      config,
      schema: { tags, body: z.object({ code: codeSchema }), response: { 200: recoveryCodesSchema } },
    },
    (request) => confirmSetup(db, ownAccount(request), request.body.code, request.id),
  );

  routes.post(
    `${path}/codes`,
    { config, schema: { tags, body: presentPasswordSchema, response: { 200: recoveryCodesSchema } } },
    (request) => renewRecoveryCodes(db, ownAccount(request), request.body.actuel, request.id),
  );

  routes.post(
    `${path}/retrait`,
    { config, schema: { tags, body: presentPasswordSchema, response: { 204: z.null() } } },
    async (request, reply) => {
      await withdraw(db, ownAccount(request), request.body.actuel, request.id);
      return reply.code(204).send(null);
    },
  );

  routes.delete(
    '/v2/users/:id/second-facteur',
    { schema: { tags, params: idParam, response: { 204: z.null() } } },
    async (request, reply) => {
      await withdrawFrom(db, request.person, request.params.id, request.id);
      return reply.code(204).send(null);
    },
  );
}
