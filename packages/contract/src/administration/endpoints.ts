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

const byId = { params: idParam };
const gone = { ...byId, replies: nothing };
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
  'PATCH /profil': { body: profilePatchSchema, replies: { 200: profileSchema }, versioned: true },
  // a browser receives its new cookie only; a program receives its new bearer token
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
  'PUT /users/{id}': {
    ...byId,
    body: users.replaceSchema,
    replies: { 200: userSchema },
    sensitive,
    versioned: true,
  },
  'POST /users/{id}/mot-de-passe': { ...byId, body: newPasswordBody, replies: nothing, sensitive },
  // why the requester may not choose the password and must send a link instead
  'GET /users/{id}/mot-de-passe': { ...byId, replies: { 200: z.object({ refus: z.string().nullable() }) } },
  'POST /users/{id}/lien': gone,
  'DELETE /users/{id}/sessions': gone,
});

const grants = { ...byId, replies: { 200: groupPermissionsReply } };

export const groupPermissionEndpoints = endpoints({
  'GET /groups/{id}/permissions': grants,
  'PUT /groups/{id}/permissions': { ...grants, body: groupPermissionsBody, sensitive, versioned: true },
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
    ...byId,
    // Exports also need the sub-entity in their query, so it is optional here: the path already names it.
    query: accesQuery.partial({ ramification: true }),
    replies: { 200: listOf(accesRowSchema) },
  },
});

export const journalEndpoints = endpoints({
  'GET /journal': { query: listQuerySchema, replies: { 200: journalListSchema } },
  'GET /journal/{id}': { ...byId, replies: { 200: journalActSchema } },
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
