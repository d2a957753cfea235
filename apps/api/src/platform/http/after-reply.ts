/** Work after a reply, which does not wait for it: sending mails. */
import type { FastifyInstance } from 'fastify';

/** @param work a failure is only logged */
export type AfterReply = (work: () => Promise<void>) => void;

/** Work in progress delays the closing of the application. */
export function afterReply(app: FastifyInstance): AfterReply {
  const running = new Set<Promise<void>>();
  app.addHook('onClose', () => Promise.all(running).then(() => undefined));
  return (work) => {
    const ended = work().catch((error: unknown) =>
      app.log.error({ err: error }, 'what was to follow a reply failed'),
    );
    running.add(ended);
    void ended.finally(() => running.delete(ended));
  };
}
