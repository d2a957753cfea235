/** A network that is cut: each connection, in either direction, after a number of bytes that nobody foresees. */
import net from 'node:net';
import type { Random } from '#src/demo/random.ts';

export interface Reseau {
  /** Where phones find the server. */
  url: string;
  /** Connections that were cut so far. */
  readonly coupures: number;
  close: () => Promise<void>;
}

/** Bytes after which a connection ends: as often a few as many. */
const bytes = (random: Random): number => Math.floor(10 ** (random.next() * 5.3));

/**
 * @param port of the server, on this machine
 * @param most cuts; from then on everything comes through
 */
export async function reseauCoupe(port: number, random: Random, most: number): Promise<Reseau> {
  let coupures = 0;
  const open = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const server = net.connect(port, '127.0.0.1');
    // up or down, and nothing of what would have been too much
    const left = { up: bytes(random), down: bytes(random) };
    let isCut = false;
    const cut = (): void => {
      client.destroy();
      server.destroy();
    };
    const pass = (from: net.Socket, to: net.Socket, way: 'up' | 'down'): void => {
      from.on('data', (chunk) => {
        if (from.destroyed) return;
        const room = left[way];
        left[way] -= chunk.length;
        // several connections are open when the last cut comes
        if (left[way] > 0 || (!isCut && coupures >= most)) {
          to.write(chunk);
          return;
        }
        to.write(chunk.subarray(0, Math.max(0, room)));
        if (!isCut) coupures += 1;
        isCut = true;
        // what was let through is there before the end is
        to.end();
        from.destroy();
      });
      from.on('end', () => to.end());
      from.on('error', cut);
      from.on('close', () => open.delete(from));
      open.add(from);
    };
    pass(client, server, 'up');
    pass(server, client, 'down');
  });
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
  const { port: own } = proxy.address() as net.AddressInfo;
  return {
    url: `http://127.0.0.1:${own}`,
    get coupures() {
      return coupures;
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
