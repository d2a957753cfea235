/** The calls of accounts, groups and sessions (specification 1 sections 2, 5 and 7). */
import { z } from 'zod';
import { endpoints, nothing } from '../platform/http/endpoints.ts';
import { idParam, listOf, listQuerySchema } from '../platform/http/schemas.ts';
import { affichageBody, affichageSchema } from './profile/affichage.ts';
import { accesQuery, accesRowSchema } from './security/acces.ts';
import { groupPermissionsBody, groupPermissionsReply } from './accounts/groups.ts';
import { journalActSchema, journalListSchema } from './journal/journal.ts';
import {
  passwordChangeSchema,
  presentPasswordSchema,
  profilePatchSchema,
  profileSchema,
  profileSessionSchema,
} from './profile/profile.ts';
import {
  codeSchema,
  recoveryCodesSchema,
  secondFactorSchema,
  secondFactorSetupSchema,
} from './sign-in/second-factor.ts';
import { compteSurRowSchema, echecRowSchema, sessionOuverteRowSchema } from './security/securite.ts';
import {
  firstAccountBody,
  forgottenPasswordBody,
  resetPasswordBody,
  sessionSchema,
  signInBody,
  tokenSchema,
  userSchema,
} from './sign-in/session.ts';
import { newPasswordBody, users } from './accounts/users.ts';
import { viewBody, viewSchema, viewsQuery } from './profile/views.ts';

const one = { params: idParam };
const gone = { ...one, replies: nothing };
const sensitive = true as const;

export const signInEndpoints = endpoints({
  'POST /users/check': { body: signInBody, replies: { 200: userSchema } },
  'GET /session': { replies: { 200: sessionSchema } },
  'POST /session/confirmation': { body: presentPasswordSchema, replies: nothing },
  'POST /session/logout': { replies: nothing },
});

export const resetEndpoints = endpoints({
  'POST /mot-de-passe/oubli': { body: forgottenPasswordBody, replies: nothing },
  'POST /mot-de-passe/nouveau': { body: resetPasswordBody, replies: nothing },
});

export const firstAccountEndpoints = endpoints({
  'POST /premier-demarrage': { body: firstAccountBody, replies: nothing },
});

export const profileEndpoints = endpoints({
  'GET /profil': { replies: { 200: profileSchema } },
  'PATCH /profil': { body: profilePatchSchema, replies: { 200: profileSchema } },
  // a browser gets its new cookie alone, a program its new bearer token
  'POST /profil/mot-de-passe': { body: passwordChangeSchema, replies: { 200: tokenSchema, ...nothing } },
  'GET /profil/sessions': { replies: { 200: z.array(profileSessionSchema) } },
  'DELETE /profil/sessions': { replies: nothing },
  'DELETE /profil/sessions/{id}': gone,
});

export const secondFactorEndpoints = endpoints({
  'GET /profil/second-facteur': { replies: { 200: secondFactorSchema } },
  'POST /profil/second-facteur': {
    body: presentPasswordSchema,
    replies: { 200: secondFactorSetupSchema },
  },
  'POST /profil/second-facteur/confirmation': {
    body: z.object({ code: codeSchema }),
    replies: { 200: recoveryCodesSchema },
  },
  'POST /profil/second-facteur/codes': { body: presentPasswordSchema, replies: { 200: recoveryCodesSchema } },
  'POST /profil/second-facteur/retrait': { body: presentPasswordSchema, replies: nothing },
  'DELETE /users/{id}/second-facteur': { ...gone, sensitive },
});

export const userEndpoints = endpoints({
  'PUT /users/{id}': { ...one, body: users.replaceSchema, replies: { 200: userSchema }, sensitive },
  'POST /users/{id}/mot-de-passe': { ...one, body: newPasswordBody, replies: nothing, sensitive },
  // why whoever asks may not choose it, and sends a link instead
  'GET /users/{id}/mot-de-passe': { ...one, replies: { 200: z.object({ refus: z.string().nullable() }) } },
  'POST /users/{id}/lien': gone,
  'DELETE /users/{id}/sessions': gone,
});

const grants = { ...one, replies: { 200: groupPermissionsReply } };

export const groupPermissionEndpoints = endpoints({
  'GET /groups/{id}/permissions': grants,
  'PUT /groups/{id}/permissions': { ...grants, body: groupPermissionsBody, sensitive },
});

export const viewEndpoints = endpoints({
  'GET /vues': { query: viewsQuery, replies: { 200: z.array(viewSchema) } },
  'POST /vues': { body: viewBody, replies: { 201: viewSchema } },
  'DELETE /vues/{id}': gone,
});

export const affichageEndpoints = endpoints({
  'PATCH /affichage': { body: affichageBody, replies: { 200: affichageSchema } },
});

export const accesEndpoints = endpoints({
  'GET /ramifications/{id}/acces': {
    ...one,
    // The address names the sub-entity; a list that is also taken as a file says it twice.
    query: accesQuery.partial({ ramification: true }),
    replies: { 200: listOf(accesRowSchema) },
  },
});

export const journalEndpoints = endpoints({
  'GET /journal': { query: listQuerySchema, replies: { 200: journalListSchema } },
  'GET /journal/{id}': { ...one, replies: { 200: journalActSchema } },
});

export const securiteEndpoints = endpoints({
  'GET /securite/comptes': { query: listQuerySchema, replies: { 200: listOf(compteSurRowSchema) } },
  'GET /securite/echecs': { query: listQuerySchema, replies: { 200: listOf(echecRowSchema) } },
  'GET /securite/sessions': { query: listQuerySchema, replies: { 200: listOf(sessionOuverteRowSchema) } },
});

export const administrationEndpoints = {
  ...signInEndpoints,
  ...resetEndpoints,
  ...firstAccountEndpoints,
  ...profileEndpoints,
  ...secondFactorEndpoints,
  ...userEndpoints,
  ...groupPermissionEndpoints,
  ...viewEndpoints,
  ...affichageEndpoints,
  ...accesEndpoints,
  ...journalEndpoints,
  ...securiteEndpoints,
};
