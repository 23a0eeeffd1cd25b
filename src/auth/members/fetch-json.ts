import { requireResolvable } from '../../kernel/host-names.ts';

/** The time limit of a request, real ms. */
const TIMEOUT = 5_000;
/** A discovery document, a key set or the claims of a person are a few thousand bytes. */
const MAX_BYTES = 262_144;

const readText = async (response: Response): Promise<string> => {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.byteLength;
    if (size > MAX_BYTES) throw new ContentError(`more than ${MAX_BYTES} bytes`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
};

class StatusError extends Error {
  constructor(
    url: string,
    readonly status: number,
  ) {
    super(`${url} answered ${status}`);
  }
}

/** Whether an error says that the credential of the request was not accepted. */
export const isRefusal = (error: unknown): boolean =>
  error instanceof StatusError && [400, 401, 403].includes(error.status);

/** A response that is too large or not JSON. */
export class ContentError extends Error {}

interface FetchOptions {
  /** Sent as `Authorization: Bearer`. */
  readonly accessToken?: string;
  /** Real ms. */
  readonly timeout?: number;
}

/**
 * Fetches a JSON document, limited in time and size. Redirects are not followed.
 * @throws StatusError, ContentError, or another error when there is no complete response in time. No message contains
 * the access token.
 */
export const fetchJson = async (
  url: string,
  { accessToken, timeout = TIMEOUT }: FetchOptions = {},
): Promise<unknown> => {
  await requireResolvable(url);
  const response = await fetch(url, {
    headers: {
      accept: 'application/json',
      ...(accessToken === undefined ? {} : { authorization: `Bearer ${accessToken}` }),
    },
    redirect: 'error',
    signal: AbortSignal.timeout(timeout),
  });
  if (response.status !== 200) throw new StatusError(url, response.status);
  const text = await readText(response);
  try {
    return JSON.parse(text);
  } catch {
    throw new ContentError(`${url} did not respond with JSON`);
  }
};
