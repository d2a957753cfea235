/** A kept reply is written as JSON once: its bytes are remembered for as long as the reply itself. */
import type { z } from 'zod';
import { serializerFor } from '#src/platform/http/serializer.ts';

/** For routes whose long replies come from a cache: `{ schema, serializerCompiler: keptText }`. */
export function keptText({ schema }: { schema: unknown }): (reply: object) => string {
  const write = serializerFor(schema as z.ZodType);
  const texts = new WeakMap<object, Buffer>();
  return (reply) => {
    let text = texts.get(reply);
    if (!text) texts.set(reply, (text = Buffer.from(write(reply))));
    // the framework sends bytes as they are, though its type tells of strings
    return text as unknown as string;
  };
}
