/** What a call has done after its reply, which does not wait for it: sending mails. */
import type { FastifyInstance } from 'fastify';

/** @param work told in the log alone where it fails */
export type AfterReply = (work: () => Promise<void>) => void;

/** The application waits for what is under way when it closes. */
export function afterReply(app: FastifyInstance): AfterReply {
  const underWay = new Set<Promise<void>>();
  app.addHook('onClose', () => Promise.all(underWay).then(() => undefined));
  return (work) => {
    const ended = work().catch((error: unknown) =>
      app.log.error({ err: error }, 'what was to follow a reply failed'),
    );
    underWay.add(ended);
    void ended.finally(() => underWay.delete(ended));
  };
}
