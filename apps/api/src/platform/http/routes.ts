/** Builds routes from the endpoints of the contract: a route only adds its handler. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Endpoint, enAttenteSchema } from '@octroi/contract';
import type {
  FastifyInstance,
  FastifyRequest,
  FastifySchema,
  HTTPMethods,
  RawServerDefault,
  RouteGenericInterface,
  RouteHandlerMethod,
  RouteShorthandOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Person } from '#src/platform/access/person.ts';
import { notFound } from './problem.ts';
import { answerOf } from './standby.plugin.ts';
import type { WrittenJson } from './written-json.ts';

/** Types of request and reply, from the endpoint. */
type Method<E extends Endpoint> = RouteHandlerMethod<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  RouteGenericInterface,
  unknown,
  {
    params: E['params'];
    querystring: E['query'];
    headers: E['headers'];
    body: E['body'];
    response: E['replies'];
  },
  ZodTypeProvider
>;
/** Returns the reply of the endpoint, or the same as written JSON. */
type Handler<E extends Endpoint> = (
  this: ThisParameterType<Method<E>>,
  ...call: Parameters<Method<E>>
) => ReturnType<Method<E>> | Promise<WrittenJson<Awaited<ReturnType<Method<E>>>>>;

/** Options of a route beyond its endpoint; of the schema, only what the documentation shows. */
type RouteExtras = Omit<RouteShorthandOptions, 'schema' | 'handler'> & {
  schema?: Pick<FastifySchema, 'security'>;
  /** Checks the right before the request is read, for handlers that read it before their own check. */
  right?: (person: Person) => void;
};

/** Replaces an invalid part of a request: any access to it throws. */
function throwingOnAccess(fault: Error): object {
  const refuse = (): never => {
    throw fault;
  };
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse });
}

/**
 * The right is checked before the request: only a person with the right is told what a body or query lacks. So an
 * invalid part is replaced by one that throws when it is read; the handler, or the route's `right`, checks the right
 * first. An invalid address is a 404 for everybody.
 * @returns the error to throw if the handler did not read the part
 */
function replaceInvalidPart(request: FastifyRequest): Error | undefined {
  const fault = request.validationError;
  switch (fault?.validationContext) {
    case 'params':
      throw notFound();
    case 'body':
      request.body = throwingOnAccess(fault);
      // parts after the invalid one were not validated
      if (request.routeOptions.schema?.querystring) request.query = throwingOnAccess(fault);
      return fault;
    case 'querystring':
      request.query = throwingOnAccess(fault);
      return fault;
    case undefined:
      return undefined;
    default:
      throw fault as Error;
  }
}

const PASSWORD_NOTE =
  'Demande une session dont le mot de passe a été donné depuis moins de dix minutes : à la connexion, ou par ' +
  '`POST /v2/session/confirmation`. Sinon 403 `confirmation.requise`.';

const VERSION_NOTE =
  'Nommez dans `If-Match` la version que vous avez lue : 412 `version.perimee` si quelqu’un a enregistré depuis. Sans cet en-tête, le dernier qui enregistre l’emporte.';

const APPROVAL_NOTE =
  'Peut attendre une seconde personne : répond alors 202 avec la demande d’approbation, et rien n’est fait.';

/**
 * Creates a function to define routes, for example `route('GET /transactions/{id}', ({ person, params }) => …)`. The
 * status is the endpoint's; if it has several, the handler sets it.
 * @param tags for the documentation
 * @param below prefix of the addresses; the rest are options of each route
 */
export function routesOf<All extends Record<string, Endpoint>>(
  app: FastifyInstance,
  endpoints: All,
  tags: readonly string[],
  { below = '', ...common }: RouteExtras & { below?: string } = {},
) {
  return <Address extends keyof All & string>(
    address: Address,
    handler: Handler<All[Address]>,
    { schema, config, right, ...extras }: RouteExtras = {},
  ): void => {
    const {
      query,
      replies,
      upload,
      sensitive,
      approval,
      versioned,
      keyed: _keyed,
      ...parts
    }: Endpoint = endpoints[address]!;
    const [method = '', path = ''] = address.split(' ');
    const [status, ...others] = Object.keys(replies).map(Number) as (keyof typeof replies)[];
    const givesFile = replies[200] !== undefined && 'content' in replies[200];
    const call = handler as RouteHandlerMethod;
    app.route({
      ...common,
      ...extras,
      config: { ...common.config, ...config, sensitive, givesFile },
      method: method as HTTPMethods,
      url: `/v2${below}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      schema: {
        tags,
        ...((sensitive || approval || versioned) && {
          description: [sensitive && PASSWORD_NOTE, approval && APPROVAL_NOTE, versioned && VERSION_NOTE]
            .filter(Boolean)
            .join(' '),
        }),
        ...(upload === undefined ? {} : { description: upload, consumes: ['multipart/form-data'] }),
        ...schema,
        ...parts,
        ...(query && { querystring: query }),
        // 202 replaces the usual reply: the status stays the endpoint's
        response: approval ? { ...replies, 202: enAttenteSchema } : replies,
      },
      attachValidation: true,
      handler(request, reply) {
        right?.(request.person);
        const fault = replaceInvalidPart(request);
        if (status && others.length === 0) reply.code(status);
        const answer = answerOf(request, () => call.call(this, request, reply));
        if (!fault) return answer;
        return Promise.resolve(answer).then(() => {
          throw fault;
        });
      },
    });
  };
}
