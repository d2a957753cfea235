/** The client's address of a request, as far as it can be trusted. */
import { isIP } from 'node:net';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * The proxies before the server: their number (each appends its client to X-Forwarded-For), or their addresses and
 * ranges. Entries further left in that header may be forged by the client.
 */
export type TrustedProxies = number | readonly string[];

/** In the framework's form; a plain number would make it trust nobody. */
export function trustOf(proxies: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof proxies === 'number') return proxies === 0 ? false : (_address, hop) => hop < proxies;
  return proxies.length === 0 ? false : [...proxies];
}

/** The last trusted address; an invalid entry and all before it are ignored. */
export function addressOf({ ips, ip }: FastifyRequest): string {
  const chain = ips ?? [ip];
  const end = chain.findIndex((address) => !isIP(address ?? ''));
  // the zone of a link-local address has only local meaning, and may contain any text
  return (chain.at(end === -1 ? -1 : end - 1) ?? '').replace(/%.*/, '');
}
