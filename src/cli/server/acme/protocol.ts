import { calculateJwkThumbprint, FlattenedSign, importJWK, type JWK } from 'jose';
import { errorMessage } from '../../../kernel/errors.ts';
import { requireResolvable } from '../../../kernel/host-names.ts';
import { isObject } from '../../../kernel/objects.ts';

// The requests of ACME (RFC 8555). Each is a JSON Web Signature by the key of the account.

/** The time limit of a request, real ms. */
const TIMEOUT_MS = 30_000;
/** A certificate chain is a few thousand bytes. */
const MAX_BYTES = 262_144;
/** A nonce that was taken too late is replaced this many times. */
const MAX_NONCES = 5;

const ERROR_PREFIX = 'urn:ietf:params:acme:error:';

export class AcmeError extends Error {
  /** `type`: the error type of RFC 8555 without its prefix, or `unreachable`. `retryAfterMs`: the wait asked for. */
  constructor(
    message: string,
    readonly type: string,
    readonly retryAfterMs = 0,
  ) {
    super(message);
  }
}

type Fields = Readonly<Record<string, unknown>>;

export interface ApiResponse {
  /** Empty when the response is not a JSON object. */
  readonly body: Fields;
  readonly text: string;
  readonly location: string | undefined;
  /** How long to wait before asking again, ms; 0 when it does not say. */
  readonly retryAfterMs: number;
}

/** An account: its private key, and its address once it is registered. */
export interface Account {
  readonly directory: string;
  readonly key: JWK;
  readonly url?: string | undefined;
}

const publicPart = ({ d: _secret, ...key }: JWK): JWK => key;

const parse = (text: string): Fields => {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
};

/** A text of a response. @throws AcmeError when it is missing. */
export const textOf = (body: Fields, name: string): string => {
  const value = body[name];
  if (typeof value === 'string') return value;
  throw new AcmeError(`the certificate authority sent no '${name}'`, 'malformed');
};

export const objectsOf = (body: Fields, name: string): readonly Fields[] => {
  const value = body[name];
  return Array.isArray(value) ? value.filter(isObject) : [];
};

/** The error of a problem document (RFC 7807). Its texts are cut: they come from outside, and go to the log. */
export const problemOf = (problem: unknown, fallback: string, retryAfterMs = 0): AcmeError => {
  const fields = isObject(problem) ? problem : {};
  const type = typeof fields.type === 'string' ? fields.type.replace(ERROR_PREFIX, '') : 'serverInternal';
  const detail = typeof fields.detail === 'string' ? fields.detail : fallback;
  const parts = objectsOf(fields, 'subproblems').map(({ detail: each }) => String(each));
  return new AcmeError([`${detail} (${type})`, ...parts].join(' ').slice(0, 1_000), type, retryAfterMs);
};

/** `Retry-After` in ms: seconds, or a date. */
const retryAfterOf = (headers: Headers, now: number): number => {
  const value = headers.get('retry-after');
  if (value === null) return 0;
  const wait = /^\d+$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - now;
  return Number.isFinite(wait) ? Math.max(0, wait) : 0;
};

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new Error(`it sent more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

interface ClientOptions {
  readonly account: Account;
  /** Authorities (PEM) besides the machine's. */
  readonly ca: string | undefined;
  readonly signal: AbortSignal;
  /** Epoch ms. */
  readonly now: () => number;
}

export class AcmeClient {
  #urls: Fields | undefined;
  #nonce: string | undefined;
  account: Account;

  constructor(private readonly options: ClientOptions) {
    this.account = options.account;
  }

  /** The address of a resource of the directory, such as `newOrder`. @throws AcmeError */
  async url(resource: string): Promise<string> {
    this.#urls ??= (await this.#fetch(this.account.directory, {})).body;
    return textOf(this.#urls, resource);
  }

  /** Sends a signed request; without a payload it only reads (POST-as-GET). @throws AcmeError for every refusal. */
  async post(url: string, payload?: object): Promise<ApiResponse> {
    for (let left = MAX_NONCES; ; left -= 1) {
      try {
        return await this.#fetch(url, {
          method: 'POST',
          headers: { 'content-type': 'application/jose+json' },
          body: JSON.stringify(await this.#signed(url, payload)),
        });
      } catch (error) {
        if (!(error instanceof AcmeError) || error.type !== 'badNonce' || left === 0) throw error;
      }
    }
  }

  /** What proves to the authority that this account controls a host (RFC 8555, 8.1). */
  async keyAuthorization(token: string): Promise<string> {
    return `${token}.${await calculateJwkThumbprint(publicPart(this.account.key))}`;
  }

  async #signed(url: string, payload: object | undefined): Promise<object> {
    const { key, url: kid } = this.account;
    this.#nonce ??= await this.#newNonce();
    const nonce = this.#nonce;
    this.#nonce = undefined;
    const who = kid === undefined ? { jwk: publicPart(key) } : { kid };
    const bytes = Buffer.from(payload === undefined ? '' : JSON.stringify(payload));
    const jws = new FlattenedSign(bytes).setProtectedHeader({ alg: 'ES256', nonce, url, ...who });
    return jws.sign(await importJWK(key, 'ES256'));
  }

  async #newNonce(): Promise<string> {
    await this.#fetch(await this.url('newNonce'), { method: 'HEAD' });
    if (this.#nonce === undefined) throw new AcmeError('the certificate authority sent no nonce', 'malformed');
    return this.#nonce;
  }

  async #fetch(url: string, init: RequestInit): Promise<ApiResponse> {
    const { ca, signal, now } = this.options;
    let response: Response;
    let text: string;
    try {
      await requireResolvable(url);
      response = await fetch(url, {
        ...init,
        redirect: 'error',
        signal: AbortSignal.any([signal, AbortSignal.timeout(TIMEOUT_MS)]),
        ...(ca === undefined ? {} : { tls: { ca } }),
      });
      text = await readText(response);
    } catch (error) {
      throw new AcmeError(`${new URL(url).host} cannot be reached: ${errorMessage(error)}`, 'unreachable');
    }
    this.#nonce = response.headers.get('replay-nonce') ?? this.#nonce;
    const retryAfterMs = retryAfterOf(response.headers, now());
    const body = parse(text);
    if (!response.ok) throw problemOf(body, `${new URL(url).host} responded with ${response.status}`, retryAfterMs);
    return { body, text, location: response.headers.get('location') ?? undefined, retryAfterMs };
  }
}
