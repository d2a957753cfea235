/** Serves `/metrics` on a separate address for the operator's monitoring; the public address does not have it. */
import { createServer } from 'node:http';
import type { Metrics } from '#src/platform/metrics/metrics.ts';

interface MetricsAddress {
  host: string;
  port: number;
}

/**
 * @returns the port in use, and a function that stops the server
 * @throws an error in French if the address is not available
 */
export async function serveMetrics(
  metrics: Pick<Metrics, 'read' | 'contentType'>,
  { host, port }: MetricsAddress,
): Promise<{ port: number; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const [address] = (request.url ?? '').split('?', 1);
    if (request.method !== 'GET' || address !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(
        new Error(
          `OCTROI_METRIQUES : Octroi ne peut pas écouter sur ${host}:${port} (${error.code}). Choisissez une autre adresse.`,
          { cause: error },
        ),
      ),
    );
    server.listen({ host, port }, resolve);
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound ? bound.port : port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
