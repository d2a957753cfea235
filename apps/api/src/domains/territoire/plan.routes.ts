/** A whole territory over HTTP, as a file: what is typed or pasted is sent as one too. */
import { MAX_PLAN_BYTES, planEndpoints, planFieldsSchema, ramifications } from '@octroi/contract';
import type { FastifyInstance } from 'fastify';
import { demand } from '#src/platform/access/person.ts';
import type { Database } from '#src/platform/database/database.ts';
import type { Spool } from '#src/platform/files/spool.ts';
import { AppError, invalid } from '#src/platform/http/problem.ts';
import { routesOf } from '#src/platform/http/routes.ts';
import { acceptUploads, type UploadBounds } from '#src/platform/http/upload.ts';
import { planService } from './plan.service.ts';

const BOUNDS: UploadBounds = {
  maxBytes: MAX_PLAN_BYTES,
  tooLarge: () =>
    new AppError('fichier.trop-grand', 'Ce fichier dépasse 20 Mo. Simplifiez ses contours, ou partagez-le.'),
  atOnce: 2,
};

export async function planRoutes(
  app: FastifyInstance,
  db: Database,
  { spool }: { spool: Spool },
): Promise<void> {
  const service = planService(db);
  await app.register(async (scope) => {
    const readUpload = await acceptUploads(scope, spool, BOUNDS);
    const route = routesOf(scope, planEndpoints, [ramifications.label.many]);
    route('POST /ramifications/plan', async (request) => {
      const { person } = request;
      demand(person, 'ramifications', 'Créer');
      await using file = await readUpload(request);
      const parsed = planFieldsSchema.safeParse(file.fields);
      if (!parsed.success)
        throw invalid(String(parsed.error.issues[0]?.path[0]), 'Une valeur n’est pas valable.');
      return await service.take(person, parsed.data, file, request.id);
    });
  });
}
