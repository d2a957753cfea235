/** All requests to the server: same-origin JSON under `/v2`; the session is in a cookie. */

export interface FieldError {
  field: string;
  message: string;
}

/** A refusal or failure, with the server's message. `status` 0: no answer. */
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

/** The request waits for a second person: nothing is done yet. */
export class EnAttente extends ApiError {
  /** Id of the approval. */
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

/** Options of any call, beside its contract. */
export interface Options {
  /** Version of the record that a change is based on; the server answers 412 if it is outdated. */
  version?: number | undefined;
  /** Idempotency key: the server runs the call once, however often it is sent. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** A 401 is then handled by the caller (sign-in) instead of leading to the sign-in page. */
  anonymous?: boolean | undefined;
}

/** All parts of a call. */
export interface Parts extends Options {
  /** Values for the braces of the address. */
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Query | undefined;
  body?: unknown;
  /** Replaces the body if a file is sent. */
  form?: FormData | undefined;
}

let onUnauthorized: () => void = () => undefined;

/** Sets what happens when the session has ended. */
export function setUnauthorizedHandler(handler: () => void): void {
  onUnauthorized = handler;
}

/** Errors for a person with a temporary password, or without the required second factor. */
const MANDATORY_STEP_CODES: ReadonlySet<string> = new Set(['mot-de-passe.donne', 'second-facteur.requis']);
let onMandatoryStep: () => void = () => undefined;

/** Sets what happens when a mandatory step must be done first. */
export function setMandatoryStepHandler(handler: () => void): void {
  onMandatoryStep = handler;
}

let onConfirmation: () => Promise<boolean> = () => Promise.resolve(false);

/**
 * Sets how the password is asked for again before a sensitive act.
 * @param handler resolves to false if the person cancels
 */
export function setConfirmationHandler(handler: () => Promise<boolean>): void {
  onConfirmation = handler;
}

let onLostAnswer: () => void = () => undefined;

/** Sets what happens when nobody knows whether an act was done: no answer came, or one of a proxy in place of the server. */
export function setLostAnswerHandler(handler: () => void): void {
  onLostAnswer = handler;
}

/** Serialises a query; lists as JSON, empty values omitted. */
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

/** Method and URL of a call named like `GET /transactions/{id}`. */
function read(address: string, { params, query }: Parts): { method: string; url: string } {
  const [method = '', path = ''] = address.split(' ');
  const named = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  );
  return { method, url: `/v2${named}${queryString(query)}` };
}

/** The URL of a plain link. */
export const urlOf = (address: string, parts: Parts = {}): string => read(address, parts).url;

/**
 * Sends a call with caller-defined types: screens use `call`, typed by the contract instead.
 * @throws ApiError for any unsuccessful reply; EnAttente if a second person must decide
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

/** Sends a call, and repeats it if the server first requires the password. @throws ApiError */
async function request(address: string, parts: Parts): Promise<Response> {
  try {
    return await attempt(address, parts);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'confirmation.requise') throw error;
    if (await onConfirmation()) return attempt(address, parts);
    throw new ApiError(error.status, error.code, 'Rien n’a été fait : le mot de passe n’a pas été donné.');
  }
}

/** The error of a call that has no answer. */
export const unanswered = (): ApiError =>
  new ApiError(0, 'reseau', 'Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.');

async function attempt(address: string, parts: Parts): Promise<Response> {
  const { method, url } = read(address, parts);
  const body = method === 'POST' ? (parts.body ?? {}) : parts.body;
  const headers: Record<string, string> = { accept: '*/*' };
  // for a form, the browser sets the header with its boundary
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
    throw unanswered();
  }
  if (response.ok) return response;
  throw refusalOf(response.status, await response.json().catch(() => ({})), parts.anonymous);
}

/**
 * The error of a refused call; leads to the sign-in page or a mandatory step if that is why.
 * @param body the server's problem, if it sent one
 */
export function refusalOf(status: number, body: unknown, anonymous = false): ApiError {
  const error = problemOf(status, body as ProblemBody | null);
  if (error.status === 401 && !anonymous) onUnauthorized();
  if (MANDATORY_STEP_CODES.has(error.code)) onMandatoryStep();
  return error;
}

interface ProblemBody {
  code?: unknown;
  message?: unknown;
  errors?: unknown;
  requestId?: unknown;
}

function problemOf(status: number, body: ProblemBody | null): ApiError {
  const text = (value: unknown): string | undefined =>
    typeof value === 'string' && value ? value : undefined;
  return new ApiError(
    status,
    text(body?.code) ?? `http.${status}`,
    text(body?.message) ?? `Le serveur a répondu par une erreur (${status}).`,
    Array.isArray(body?.errors) ? (body.errors as FieldError[]) : [],
    text(body?.requestId),
  );
}

/** Whether nobody knows if an act is done. Other failures that the server names left nothing behind. */
const isLostAnswer = ({ status, code }: ApiError): boolean =>
  status === 0 || code.startsWith('http.5') || code === 'acte.sans-reponse';

/** The same as `send`, for an act: if its answer is lost, what is shown may be from before it. @throws as `send` */
export async function sendAct<Reply>(address: string, parts: Parts = {}): Promise<Reply> {
  try {
    return await send<Reply>(address, parts);
  } catch (error) {
    if (error instanceof ApiError && isLostAnswer(error)) onLostAnswer();
    throw error;
  }
}

/** Sends a call whose reply is read while it arrives. @throws ApiError */
export const sendForStream = (address: string, parts: Parts): Promise<Response> => request(address, parts);

/** A file with the name given by the server. */
export interface NamedFile {
  name: string;
  content: Blob;
}

/** Requests a file; if the server produces it in a job, the reply describes the job. */
export async function sendForFile<Noted>(address: string, parts: Parts = {}): Promise<NamedFile | Noted> {
  const response = await request(address, parts);
  if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Noted;
  const [, name = 'export'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}

/** The message of any failure, for the person. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : "L'erreur n'a pas de description.";
