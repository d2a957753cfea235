/** Where a request comes from, as far as that can be believed. */
import { isIP } from 'node:net';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/**
 * The proxies before the server: how many (each adds to X-Forwarded-For whom it serves), or their addresses and ranges.
 * What stands further left in that header was written by whoever asks.
 */
export type TrustedProxies = number | readonly string[];

/** In the framework's words: a mere number makes it believe nobody. */
export function trustOf(proxies: TrustedProxies): NonNullable<FastifyServerOptions['trustProxy']> {
  if (typeof proxies === 'number') return proxies === 0 ? false : (_address, hop) => hop < proxies;
  return proxies.length === 0 ? false : [...proxies];
}

/** The last address on the way out to the person; what is none, and whatever stands behind it, is left out. */
export function addressOf({ ips, ip }: FastifyRequest): string {
  const way = ips ?? [ip];
  const end = way.findIndex((address) => !isIP(address ?? ''));
  // the zone of a link-local address is this machine's business, and may hold any text
  return (way.at(end === -1 ? -1 : end - 1) ?? '').replace(/%.*/, '');
}
