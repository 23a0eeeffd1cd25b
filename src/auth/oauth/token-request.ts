import { readBytes } from '../../kernel/bounded-body.ts';
import { storedId } from '../../kernel/ids.ts';
import { BEARER_CHALLENGE } from '../../kernel/problem.ts';

/** An error response of the token endpoint (RFC 6749 section 5.2). */
export class TokenError extends Error {
  constructor(
    readonly status: number,
    readonly code: string,
    message: string,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {
    super(message);
  }
}

export interface TokenRequest {
  readonly clientId: string;
  readonly secret: string;
  readonly grantType: string | undefined;
  /** Empty for all scopes of the client. */
  readonly scopes: readonly string[];
}

const MAX_BYTES = 16_384;
const BASIC_CHALLENGE = 'Basic realm="studiod", charset="UTF-8"';

/**
 * The challenge of a 401: the scheme that the client has used (RFC 6749 section 5.2). A client that sends a form gets none, since
 * openid-client takes any challenge for the whole error. A browser asks its visitor where `Basic` comes unasked.
 */
const challengeFor = ({ headers }: Request): Record<string, string> => {
  const authorization = headers.get('authorization');
  if (authorization === null) return {};
  return { 'www-authenticate': /^basic\b/i.test(authorization) ? BASIC_CHALLENGE : BEARER_CHALLENGE };
};

const invalidRequest = (message: string): TokenError => new TokenError(400, 'invalid_request', message);

/** 401: no client, an unknown one or a wrong secret. It does not say which, since that would help to guess. */
export const invalidClient = (request: Request): TokenError =>
  new TokenError(
    401,
    'invalid_client',
    'The client is unknown or revoked, or its secret is wrong. Send client_id and client_secret, in an ' +
      'Authorization: Basic header or in the form.',
    challengeFor(request),
  );

export const tooManyRequests = (wait: number): TokenError => {
  const message = `Too many requests. Wait ${wait} seconds and send it again; a token is good for an hour.`;
  return new TokenError(429, 'temporarily_unavailable', message, { 'retry-after': `${wait}` });
};

const tooLarge = (): TokenError =>
  new TokenError(
    413,
    'invalid_request',
    `The form is larger than ${MAX_BYTES} bytes. Send only the fields of the request.`,
  );

const formOf = async (request: Request): Promise<URLSearchParams> => {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw invalidRequest("Send a form: 'Content-Type: application/x-www-form-urlencoded'.");
  }
  const form = new URLSearchParams(new TextDecoder().decode(await readBytes(request, MAX_BYTES, tooLarge)));
  const names = new Set<string>();
  for (const name of form.keys()) {
    if (names.has(name)) throw invalidRequest(`'${name}' was sent twice. Send it once.`);
    names.add(name);
  }
  return form;
};

const decoded = (part: string): string => decodeURIComponent(part.replaceAll('+', ' '));

/** The client of a Basic header, whose parts are form-encoded (RFC 6749 section 2.3.1). */
const basicOf = (authorization: string | null): { clientId: string; secret: string } | undefined => {
  const [, encoded] = /^basic +([\w+/=-]+) *$/i.exec(authorization ?? '') ?? [];
  if (encoded === undefined) return undefined;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  try {
    return { clientId: storedId(decoded(text.slice(0, colon))), secret: decoded(text.slice(colon + 1)) };
  } catch {
    return undefined;
  }
};

/** An id as it is stored, since ids are read in either case. */
const idIn = (text: string | null): string | undefined => (text ? storedId(text) : undefined);

const valueIn = (form: URLSearchParams, name: string): string | undefined => form.get(name) || undefined;

/**
 * Reads a request to the token endpoint, whose client authenticates by `client_secret_basic` or `client_secret_post`, not both.
 * @throws TokenError `invalid_request` or `invalid_client`.
 */
export const readTokenRequest = async (request: Request): Promise<TokenRequest> => {
  const form = await formOf(request);
  const authorization = request.headers.get('authorization');
  const posted = { clientId: idIn(form.get('client_id')), secret: valueIn(form, 'client_secret') };
  if (authorization !== null && posted.secret !== undefined) {
    throw invalidRequest(
      'Authenticate once: with the Authorization header or with client_secret in the form, not both.',
    );
  }
  const { clientId, secret } = authorization === null ? posted : (basicOf(authorization) ?? {});
  if (clientId === undefined || secret === undefined) throw invalidClient(request);
  if (posted.clientId !== undefined && posted.clientId !== clientId) {
    throw invalidRequest("'client_id' and the Authorization header name different clients. Use only one of them.");
  }
  return {
    clientId,
    secret,
    grantType: valueIn(form, 'grant_type'),
    scopes: (valueIn(form, 'scope') ?? '').split(' ').filter(Boolean),
  };
};
