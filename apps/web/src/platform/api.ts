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

export type QueryValue = string | number | boolean | null | undefined | readonly (string | number)[];
export type Query = URLSearchParams | readonly (readonly [string, string])[] | Record<string, QueryValue>;

interface Options {
  query?: Query | undefined;
  /** Version of the record that a change is based on; the server answers 412 when it is no longer the last. */
  version?: number | undefined;
  /** Names the call, so that the server does it once however often it is sent. */
  idempotencyKey?: string | undefined;
  signal?: AbortSignal | undefined;
  /** A 401 is then the caller's business (sign-in) and does not lead to the sign-in page. */
  anonymous?: boolean | undefined;
}

let onUnauthorized: () => void = () => undefined;

/** What happens when the session has ended in the middle of work. */
export function whenUnauthorized(handler: () => void): void {
  onUnauthorized = handler;
}

let onSecondFactor: () => void = () => undefined;

/** What happens when the person's group asks for a second factor that is not set up yet. */
export function whenSecondFactorRequired(handler: () => void): void {
  onSecondFactor = handler;
}

/** Writes a query; lists travel as JSON, empty values not at all. */
export function queryString(query: Query | undefined): string {
  if (!query) return '';
  const params =
    query instanceof URLSearchParams || Array.isArray(query)
      ? new URLSearchParams(query as URLSearchParams | string[][])
      : new URLSearchParams(Object.entries(query).flatMap(([key, value]) => pair(key, value as QueryValue)));
  const text = params.toString();
  return text && `?${text}`;
}

function pair(key: string, value: QueryValue): [string, string][] {
  if (value === undefined || value === null || value === '') return [];
  return [[key, typeof value === 'object' ? JSON.stringify(value) : String(value)]];
}

async function send<Reply>(method: string, path: string, body: unknown, options: Options): Promise<Reply> {
  const response = await request(method, path, body, options);
  return (response.status === 204 ? undefined : await response.json()) as Reply;
}

/** @throws ApiError for every reply that is not the one that was asked for */
async function request(method: string, path: string, body: unknown, options: Options): Promise<Response> {
  const headers: Record<string, string> = { accept: '*/*' };
  const file = body instanceof FormData;
  // of a form with a file the browser itself says where its parts begin
  if (body !== undefined && !file)
    headers['content-type'] = method === 'PATCH' ? 'application/merge-patch+json' : 'application/json';
  if (options.version !== undefined) headers['if-match'] = `"${options.version}"`;
  if (options.idempotencyKey !== undefined) headers['idempotency-key'] = options.idempotencyKey;
  let response: Response;
  try {
    response = await fetch(`/v2/${path}${queryString(options.query)}`, {
      method,
      headers,
      credentials: 'same-origin',
      signal: options.signal ?? null,
      body: body === undefined ? null : file ? body : JSON.stringify(body),
    });
  } catch (error) {
    if (options.signal?.aborted) throw error;
    throw new ApiError(0, 'reseau', 'Le serveur ne répond pas. Vérifiez la connexion, puis réessayez.');
  }
  if (response.ok) return response;
  const error = await problemOf(response);
  if (error.status === 401 && !options.anonymous) onUnauthorized();
  if (error.code === 'second-facteur.requis') onSecondFactor();
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

export const api = {
  get: <Reply>(path: string, options: Options = {}) => send<Reply>('GET', path, undefined, options),
  post: <Reply>(path: string, body?: unknown, options: Options = {}) =>
    send<Reply>('POST', path, body ?? {}, options),
  patch: <Reply>(path: string, body: unknown, options: Options = {}) =>
    send<Reply>('PATCH', path, body, options),
  put: <Reply>(path: string, body: unknown, options: Options = {}) => send<Reply>('PUT', path, body, options),
  delete: <Reply = void>(path: string, options: Options = {}) =>
    send<Reply>('DELETE', path, undefined, options),
};

/** A file as the server named it. */
export interface NamedFile {
  name: string;
  content: Blob;
}

/** Asks for a file; a server that makes it apart replies with what it noted instead. */
export async function askFile<Noted>(path: string, body: unknown): Promise<NamedFile | Noted> {
  const response = await request('POST', path, body, {});
  if (response.headers.get('content-type')?.includes('json')) return (await response.json()) as Noted;
  const [, name = 'export'] =
    /filename="([^"]+)"/.exec(response.headers.get('content-disposition') ?? '') ?? [];
  return { name, content: await response.blob() };
}

/** What a person is told of any failure. */
export const reasonOf = (error: unknown): string =>
  error instanceof Error && error.message ? error.message : "L'erreur n'a pas de description.";
