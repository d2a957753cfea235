/** The HTTP server: everything common to all routes, from request ids to the form of errors. */
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import fastify, {
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type FastifyServerOptions,
} from 'fastify';
import {
  hasZodFastifySchemaValidationErrors,
  jsonSchemaTransform,
  jsonSchemaTransformObject,
  validatorCompiler,
  type ZodTypeProvider,
} from 'fastify-type-provider-zod';
import { faultAtField, faultSentence, frenchErrors } from '@octroi/contract';
import { z } from 'zod';
import { addressOf, trustOf, type TrustedProxies } from './proxy/address.ts';
import { EnAttente } from '#src/platform/approbation/en-attente.ts';
import type { Person } from '#src/platform/access/person.ts';
import { outageOf } from './outage.ts';
import { AppError, type FieldError, toAppError, toProblem, unanswered } from './problem.ts';
import { serializerFor } from './serializer.ts';
import { WrittenJson } from './written-json.ts';
import { bareHeaders, jsonBodies, refuseConnections, STRICT_TRANSPORT } from './incoming.ts';

const MIB = 1024 * 1024;
/** Seconds after which a request may be retried when the database is away or busy. */
const RETRY_S = 5;
/** Limits of connections that have not sent a complete request. */
interface Patience {
  /** Milliseconds for the complete headers of a request; of the first one, from the connection on. */
  headers: number;
  /** Milliseconds for a complete request. */
  request: number;
  /** Milliseconds between two checks for late connections. */
  checkInterval: number;
  /** Concurrent connections. */
  connections: number;
  /** Milliseconds that requests under way may take when the server stops. */
  stop: number;
}

/**
 * Headers are one or two kilobytes: even a slow phone line sends them in seconds, and a file of the largest size in
 * five minutes. This many connections use some hundred megabytes, more than a thousand browsers need; any more are
 * closed at once. A statement of an act takes a minute at most.
 */
const PATIENCE: Patience = {
  headers: 15_000,
  request: 300_000,
  checkInterval: 3000,
  connections: 5000,
  stop: 90_000,
};

// French messages for schemas without their own
z.config({ localeError: frenchErrors });

export interface ServerOptions {
  logger: FastifyServerOptions['logger'];
  trustProxy?: TrustedProxies;
  /** Whether the product is reached over HTTPS: browsers are then told to use only HTTPS. */
  https?: boolean;
  /** Whether `/docs` is served. */
  documented?: boolean;
  /** Origins of map tiles, for the content security policy. */
  imageOrigins?: string[];
  patience?: Patience;
}

/**
 * A request in the log: only the address of the person; no values of filters or searches, which may be names or phone
 * numbers; no document codes, which open the document.
 */
const loggedRequest = (request: FastifyRequest) => ({
  method: request.method,
  url: request.url.replaceAll(/=[^&]+/g, '=…').replace(/(\/verif\w+\/)[^/?]+/, '$1…'),
  remoteAddress: addressOf(request),
});

export async function createServer({
  logger,
  trustProxy,
  https = false,
  documented = true,
  imageOrigins = [],
  patience = PATIENCE,
}: ServerOptions) {
  const app = fastify({
    logger:
      typeof logger === 'object' ? { ...logger, serializers: { req: loggedRequest } } : (logger ?? false),
    trustProxy: trustOf(trustProxy ?? 0),
    bodyLimit: MIB,
    requestTimeout: patience.request,
    http: {
      headersTimeout: patience.headers,
      requestTimeout: patience.request,
      connectionsCheckingInterval: patience.checkInterval,
    },
    clientErrorHandler: refuseConnections(https),
    genReqId: () => randomUUID(),
    exposeHeadRoutes: false,
    routerOptions: { maxParamLength: 4000 },
    forceCloseConnections: 'idle',
    // addresses that the router itself refuses, before any route
    frameworkErrors: (error, request, reply) =>
      sendProblem(error, request, reply.headers(bareHeaders(https))),
  }).withTypeProvider<ZodTypeProvider>();

  app.server.maxConnections = patience.connections;
  closeUnused(app, patience.stop);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(({ schema }) => {
    const write = serializerFor(schema as z.ZodType);
    // the framework sends bytes unchanged, although its type declares strings
    return (reply) => (reply instanceof WrittenJson ? (reply.bytes as unknown as string) : write(reply));
  });
  app.setErrorHandler(sendProblem);

  jsonBodies(app);
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-request-id', request.id);
    // cacheable replies set the header themselves
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store');
  });

  await app.register(helmet, {
    contentSecurityPolicy: {
      directives: {
        defaultSrc: ["'self'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        // documents to print
        frameSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'", 'data:'],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:', ...imageOrigins],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: https && STRICT_TRANSPORT,
    crossOriginEmbedderPolicy: false,
  });
  await app.register(cookie);
  if (documented) await describe(app);
  return app;
}

/** Milliseconds between two looks, while the server stops, for connections whose request has been answered. */
const IDLE_CHECK = 200;

/**
 * Closes what `close` would wait for without need: connections that never sent a request, as browsers open in advance;
 * those whose request has been answered since; and after `patience` milliseconds all. Once it stops, Node checks none.
 */
function closeUnused(app: FastifyInstance, patience: number): void {
  const unused = new Set<Socket>();
  app.server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  app.server.on('request', ({ socket }) => unused.delete(socket));
  let idle: NodeJS.Timeout | undefined;
  let late: NodeJS.Timeout | undefined;
  app.addHook('preClose', async () => {
    for (const socket of unused) socket.destroy();
    idle = setInterval(() => app.server.closeIdleConnections(), IDLE_CHECK);
    late = setTimeout(() => app.server.closeAllConnections(), patience);
  });
  app.addHook('onClose', async () => {
    clearInterval(idle);
    clearTimeout(late);
  });
}

/** `/docs`: the API's documentation for programmers. */
async function describe(app: FastifyInstance): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Octroi',
        version: '2',
        description: 'Perception des taxes locales : contribuables, taxes, échéances, paiements, pilotage.',
      },
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'cookie', name: 'octroi_session' },
          jeton: { type: 'http', scheme: 'bearer' },
        },
      },
      security: [{ session: [] }, { jeton: [] }],
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(swaggerUi, { routePrefix: '/docs' });
}

export type Server = Awaited<ReturnType<typeof createServer>>;

/** Whether the error is only that the client closed the connection, of this request or of the one it is a part of. */
const isClientGone = ({ name, code }: FastifyError, { raw }: FastifyReply): boolean =>
  name === 'AbortError' || (raw.destroyed && code === 'ERR_STREAM_PREMATURE_CLOSE');

function sendProblem(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  if (error instanceof EnAttente) return void reply.code(202).send({ approbation: error.approbation });
  const appError = toAppError(error) ?? outageOf(error) ?? fromFastify(error);
  if (isClientGone(error, reply)) request.log.info('the caller went away');
  else if (!appError || appError.status >= 500) request.log.error({ err: error }, 'request failed');
  else if (LOGGED_REFUSALS.has(appError.status))
    request.log.warn({ code: appError.code, personne: (request.person as Person | null)?.id }, 'refused');
  const known =
    appError ??
    new AppError(
      'serveur.erreur',
      `Le serveur n'a pas pu répondre. Réessayez ; si cela dure, donnez cette référence à votre administrateur : ${request.id}.`,
    );
  const problem = request.act?.hasStored && known.status >= 500 ? unanswered() : known;
  if (problem.code === 'base.indisponible' || problem.code === 'base.occupee')
    reply.header('retry-after', RETRY_S);
  reply
    .code(problem.status)
    .header('x-request-id', request.id)
    .serializer((problem: unknown) => JSON.stringify(problem))
    .type('application/problem+json; charset=utf-8')
    .send(toProblem(problem, request.id));
}

/** For these statuses the log names the person, so that refused attempts leave a trace. */
const LOGGED_REFUSALS: ReadonlySet<number> = new Set([401, 403, 429]);

/** Translates the framework's own errors. */
function fromFastify(error: FastifyError): AppError | undefined {
  if (hasZodFastifySchemaValidationErrors(error)) {
    const errors: FieldError[] = error.validation.map((issue) => ({
      field: issue.instancePath.replace(/^\//, '').replaceAll('/', '.'),
      message: issue.message ?? 'Valeur non valable',
    }));
    const [first] = errors;
    return new AppError(
      'requete.invalide',
      first ? faultSentence(first.field, first.message) : 'La requête n’est pas valable.',
      errors.map(({ field, message }) => ({ field, message: faultAtField(message) })),
    );
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return new AppError('corps.trop-grand', 'Le corps de la requête dépasse 1 Mio.');
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return new AppError(
        'media.inconnu',
        'Le corps doit être du JSON (application/json ou application/merge-patch+json).',
      );
    case 'FST_ERR_MAX_PARAM_LENGTH':
      return new AppError('adresse.trop-longue', "L'adresse est trop longue.");
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new AppError('requete.json', "Le corps de la requête n'est pas du JSON valable.");
    default:
      if (error instanceof SyntaxError)
        return new AppError('requete.json', "Le corps de la requête n'est pas du JSON valable.");
      return error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500
        ? new AppError('requete.invalide', "La requête n'est pas valable.")
        : undefined;
  }
}
