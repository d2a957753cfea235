/** What the API says of people. */
import { nestedSchema, users } from '@octroi/contract';
import { z } from 'zod';

export const userReply = users.replySchema;

export const sessionReply = z.object({
  user: userReply,
  permissions: z.record(z.string(), z.array(z.string()).readonly()),
  collectivites: z.array(nestedSchema),
  ramifications: z.array(nestedSchema.extend({ entite: nestedSchema })),
  today: z.string(),
  timeZone: z.string(),
  demo: z.boolean(),
  /** Background of the maps, where the installation has one. */
  tiles: z.object({ url: z.string(), attribution: z.string() }).nullable(),
  /** Until the person has set up the second factor that its group asks for, nothing else is served. */
  secondFacteurRequis: z.boolean(),
});
