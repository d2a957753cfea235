/** Routes as the contract states them: what a route adds is its handler. */
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

/** Knows of its request and its reply what the endpoint says. */
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
/** Replies what the endpoint says, or the same as JSON that is written already. */
type Handler<E extends Endpoint> = (
  this: ThisParameterType<Method<E>>,
  ...call: Parameters<Method<E>>
) => ReturnType<Method<E>> | Promise<WrittenJson<Awaited<ReturnType<Method<E>>>>>;

/** What a route may need beside its endpoint; of the schema, what the documentation alone shows. */
type RouteExtras = Omit<RouteShorthandOptions, 'schema' | 'handler'> & {
  schema?: Pick<FastifySchema, 'security'>;
  /** The right that is asked before anything of the request is read, where the handler reads some of it first. */
  right?: (person: Person) => void;
};

/** Stands in for a part of a request that is not valid: whoever reads it is told so. */
function unreadable(fault: Error): object {
  const refuse = (): never => {
    throw fault;
  };
  return new Proxy({}, { get: refuse, has: refuse, ownKeys: refuse });
}

/**
 * The right comes before the request: what a body or a query lacks is told to whoever may send one. So one that is not valid
 * goes to the handler as one that refuses to be read; the handler asks for the right first, or the route's `right` does. An address that names nothing
 * is of nothing, for whoever asks.
 * @returns what to throw where the handler did not read it
 */
function refuseWhenRead(request: FastifyRequest): Error | undefined {
  const fault = request.validationError;
  switch (fault?.validationContext) {
    case 'params':
      throw notFound();
    case 'body':
      request.body = unreadable(fault);
      // what follows a fault was not validated
      if (request.routeOptions.schema?.querystring) request.query = unreadable(fault);
      return fault;
    case 'querystring':
      request.query = unreadable(fault);
      return fault;
    case undefined:
      return undefined;
    default:
      throw fault as Error;
  }
}

const ASKS_PASSWORD =
  'Demande une session dont le mot de passe a été donné depuis moins de dix minutes : à la connexion, ou par ' +
  '`POST /v2/session/confirmation`. Sinon 403 `confirmation.requise`.';

const MAY_WAIT =
  'Peut attendre une seconde personne : répond alors 202 avec la demande d’approbation, et rien n’est fait.';

/**
 * Makes a part's routes, for example `route('GET /transactions/{id}', ({ person, params }) => …)`. The status is the
 * endpoint's, unless it has several: then the handler says which.
 * @param tags under which the documentation shows them
 * @param below what the addresses stand below, where they do not tell it themselves; the rest is of each route
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
    const { query, replies, upload, sensitive, approval, ...parts }: Endpoint = endpoints[address]!;
    const [method = '', path = ''] = address.split(' ');
    const [status, ...others] = Object.keys(replies).map(Number) as (keyof typeof replies)[];
    const answer = handler as RouteHandlerMethod;
    app.route({
      ...common,
      ...extras,
      config: { ...common.config, ...config, sensitive },
      method: method as HTTPMethods,
      url: `/v2${below}${path.replaceAll(/\{(\w+)\}/g, ':$1')}`,
      schema: {
        tags,
        ...((sensitive || approval) && {
          description: [...(sensitive ? [ASKS_PASSWORD] : []), ...(approval ? [MAY_WAIT] : [])].join(' '),
        }),
        ...(upload === undefined ? {} : { description: upload, consumes: ['multipart/form-data'] }),
        ...schema,
        ...parts,
        ...(query && { querystring: query }),
        // what stands in place of the usual reply is no other of its replies: the status stays the endpoint's
        response: approval ? { ...replies, 202: enAttenteSchema } : replies,
      },
      attachValidation: true,
      handler(request, reply) {
        right?.(request.person);
        const fault = refuseWhenRead(request);
        if (status && others.length === 0) reply.code(status);
        const answered = answerOf(request, () => answer.call(this, request, reply));
        if (!fault) return answered;
        return Promise.resolve(answered).then(() => {
          throw fault;
        });
      },
    });
  };
}
