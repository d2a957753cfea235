/** The one door to the server: same-origin JSON under `/v2`, the session travels in its cookie. */

export interface FieldError {
  field: string;
  message: string;
}

/** A refusal or a failure, told the way the server told it. `status` 0 means that no answer came. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string;
  readonly errors: readonly FieldError[];
  readonly requestId: string | undefined;
  constructor(
    status: number,
    code: string,
    message: string,
    errors: readonly FieldError[] = [],
    requestId?: string,
  ) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.errors = errors;
    this.requestId = requestId;
  }
}

/** What was asked for waits for a second person: nothing of it was done yet. */
export class EnAttente extends ApiError {
  /** The approval that is awaited. */
  readonly approbation: number;
  constructor(approbation: number) {
    super(
      202,
      'approbation.attente',
      `Rien n’est encore fait : une autre personne doit approuver la demande nº ${approbation}.`,
    );
    this.name = 'EnAttente';
    this.approbation = approbation;
  }
}

type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = readonly (readonly [string, string])[] | Readonly<Record<string, QueryValue>>;

/** What any call may be given beside what the contract says of it. */
export interface Options {
  /** Version of the record that a change is based on; the server answers 412 when it is no longer the last. */
  version?: number | undefined;
  /** Names the call, so that the server does it once however often it is sent. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** A 401 is then the caller's business (sign-in) and does not lead to the sign-in page. */
  anonymous?: boolean | undefined;
}

/** All that a call may be made of. */
export interface Parts extends Options {
  /** What stands in the braces of the address. */
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Query | undefined;
  body?: unknown;
  /** In place of a body, where a file goes along. */
  form?: FormData | undefined;
}

let onUnauthorized: () => void = () => undefined;

/** What happens when the session has ended in the middle of work. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** The person has a password that somebody else gave, or has yet to set up the second factor of the group. */
const MANDATORY_STEP_CODES: ReadonlySet<string> = new Set(['mot-de-passe.donne', 'second-facteur.requis']);
let onMandatoryStep: () => void = () => undefined;

/** What happens when there is something that the person must do before anything else is served. */
export function setMandatoryStepHandler(handler: () => void): void {
  onMandatoryStep = handler;
}

let onConfirmation: () => Promise<boolean> = () => Promise.resolve(false);

/**
 * What asks for the password again before a sensitive act.
 * @param handler resolves to false where the person steps back
 */
export function setConfirmationHandler(handler: () => Promise<boolean>): void {
  onConfirmation = handler;
}

/** Writes a query; lists travel as JSON, empty values not at all. */
export function queryText(query: Query | undefined): string {
  if (!query) return '';
  const pairs = Array.isArray(query)
    ? (query as string[][])
    : Object.entries(query as Record<string, QueryValue>).flatMap(([key, value]) => pair(key, value));
  return new URLSearchParams(pairs).toString();
}

const queryString = (query: Query | undefined): string => {
  const text = queryText(query);
  return text && `?${text}`;
};

function pair(key: string, value: QueryValue): [string, string][] {
  if (value === undefined || value === null || value === '') return [];
  return [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}

/** Method and whole address of a call that is named `GET /transactions/{id}`. */
function read(address: string, { params, query }: Parts): { method: string; url: string } {
  const [method = '', path = ''] = address.split(' ');
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  return { method, url: `/v2${named}${queryString(query)}` };
}

/** Where a link leads that the browser itself follows. */
export const urlOf = (address: string, parts: Parts = {}): string => read(address, parts).url;

/**
 * Makes a call; its types are the caller's word: screens make theirs by `call`, which takes them from the contract.
 * @throws ApiError for every reply that is not the one that was asked for; EnAttente where a second person decides
 */
export async function send<Reply>(address: string, parts: Parts = {}): Promise<Reply> {
  const response = await request(address, parts);
  const reply = (response.status === 204 ? null : await response.json()) as Reply | Waiting;
  if (response.status === 202 && isWaiting(reply)) throw new EnAttente(reply.approbation.id);
  return reply as Reply;
}

interface Waiting {
  approbation: { id: number };
}
const isWaiting = (reply: unknown): reply is Waiting =>
  typeof reply === 'object' && reply !== null && 'approbation' in reply;

/**
 * Sends a call, and again once the person has given the password where it asks for that.
 * @throws ApiError
 */
async function request(address: string, parts: Parts): Promise<Response> {
  try {
    return await attempt(address, parts);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation.requise') throw error;
    if (await onConfirmation()) return attempt(address, parts);
    throw new ApiError(error.status, error.code, 'Rien n’a été fait : le mot de passe n’a pas été donné.');
  }
}

async function attempt(address: string, parts: Parts): Promise<Response> {
  const { method, url } = read(address, parts);
  const body = method === 'POST' ? (parts.body ?? {}) : parts.body;
  const headers: Record<string, string> = { accept: '*/*' };
  // of a form with a file the browser itself says where its parts begin
  if (body !== undefined && !parts.form)
    headers['content-type'] = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  if (parts.version !== undefined) headers['if-match'] = `"${parts.version}"`;
  if (parts.idempotencyKey !== undefined) headers['idempotency-key'] = parts.idempotencyKey;
  let response: Response;
  try {
    response = await fetch(url, {
      method,
      headers,
      credentials: 'same-origin',
      signal: parts.signal ?? null,
      body: parts.form ?? (body === undefined ? null : JSON.stringify(body)),
    });
  } catch (error) {
    if (parts.signal?.aborted) throw error;
    throw new ApiError(0, 'reseau', 'Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.');
  }
  if (response.ok) return response;
  const error = await problemOf(response);
  if (error.status === 401 && !parts.anonymous) onUnauthorized();
  if (MANDATORY_STEP_CODES.has(error.code)) onMandatoryStep();
  throw error;
}

interface ProblemBody {
  code?: unknown;
  message?: unknown;
  errors?: unknown;
  requestId?: unknown;
}

async function problemOf(response: Response): Promise<ApiError> {
  const body = (await response.json().catch(() => ({}))) as ProblemBody | null;
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value ? value : undefined;
  return new ApiError(
    response.status,
    text(body?.code) ?? `http.${response.status}`,
    text(body?.message) ?? `Le serveur a répondu par une erreur (${response.status}).`,
    Array.isArray(body?.errors) ? (body.errors as FieldError[]) : [],
    text(body?.requestId),
  );
}

/** A file as the server named it. */
export interface NamedFile {
  name: string;
  content: Blob;
}

/** Asks for a file; a server that makes it apart replies with what it noted instead. */
export async function sendForFile<Noted>(address: string, parts: Parts = {}): Promise<NamedFile | Noted> {
  const response = await request(address, parts);
  if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Noted;
  const [, name = 'export'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}

/** What a person is told of any failure. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : "L'erreur n'a pas de description.";
