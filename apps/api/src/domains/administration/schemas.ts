/** What the API says of people. */
import { nestedSchema } from '@octroi/contract';
import { z } from 'zod';

export const userReply = z.object({
  id: z.int(),
  nom: z.string(),
  prenom: z.string(),
  fullName: z.string(),
  username: z.string(),
  email: z.string(),
  enabled: z.boolean(),
  type: nestedSchema,
  groupe: nestedSchema.nullable(),
  entites: z.array(nestedSchema.extend({ nomCourt: z.string() })),
  ramifications: z.array(nestedSchema.extend({ entite: nestedSchema })),
  createdAt: z.string(),
  updatedAt: z.string(),
  version: z.int(),
});

export const sessionReply = z.object({
  user: userReply,
  permissions: z.record(z.string(), z.array(z.string())),
  collectivites: z.array(nestedSchema),
  ramifications: z.array(nestedSchema.extend({ entite: nestedSchema })),
  today: z.string(),
  timeZone: z.string(),
  demo: z.boolean(),
});
