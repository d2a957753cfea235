import type { Caller, Reply } from '#src/testing/app.ts';
import type { World } from './people.ts';
import { TABLE } from './table.ts';

interface Sending {
  as: Caller;
  /** Without what follows the question mark. */
  url: string;
  send: (headers?: Record<string, string>) => Promise<Reply<{ id?: number; code?: string }>>;
}

/** The request of the authorisation matrix, as somebody who may. @throws if nobody of them may */
export async function sendingOf(world: World, address: string): Promise<Sending> {
  const [method, path] = address.split(' ') as ['POST', string];
  const route = TABLE[`${method} /v2${path}`];
  const kind = (['niamey', 'superadmin', 'agent.terrain'] as const).find(
    (one) => (route?.outcome[one] ?? 500) < 300,
  );
  if (!route || !kind) throw new Error(`nobody may ${address}`);
  await world.query('update session set confirmed_at = now()');
  const { id, params, search, body, headers, as = world.by(kind) } = await route.ask(world, kind);
  const url = `/v2${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params?.[name] ?? id))}`;
  return {
    as,
    url,
    send: (more) => as.send(method, `${url}${search ? `?${search}` : ''}`, body, { ...headers, ...more }),
  };
}
