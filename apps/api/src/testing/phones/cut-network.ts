/** A proxy that cuts each connection, in either direction, after a random number of bytes. */
import net from 'node:net';
import type { Random } from '#src/demo/random.ts';

export interface CutNetwork {
  /** Address of the proxy. */
  url: string;
  /** Number of connections cut so far. */
  readonly cuts: number;
  close: () => Promise<void>;
}

/** Bytes after which a connection is cut, uniform in order of magnitude. */
const bytes = (random: Random): number => Math.floor(10 ** (random.next() * 5.3));

/**
 * @param port of the server on this machine
 * @param most number of cuts; after them everything passes
 */
export async function startCutNetwork(port: number, random: Random, most: number): Promise<CutNetwork> {
  let cuts = 0;
  const open = new Set<net.Socket>();
  const proxy = net.createServer((client) => {
    const server = net.connect(port, '127.0.0.1');
    // bytes left in each direction
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
        if (left[way] > 0 || (!isCut && cuts >= most)) {
          to.write(chunk);
          return;
        }
        to.write(chunk.subarray(0, Math.max(0, room)));
        if (!isCut) cuts += 1;
        isCut = true;
        // the bytes that passed arrive before the end of the connection
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
    get cuts() {
      return cuts;
    },
    close: () =>
      new Promise((resolve) => {
        proxy.close(() => resolve());
        for (const socket of open) socket.destroy();
      }),
  };
}
