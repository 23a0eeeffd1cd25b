/** Sends requests to the server that runs now. */
export interface Api {
  /** @throws Broken when no response came; Error for a response that is neither 2xx nor `allowed`. */
  send(
    method: string,
    path: string,
    options?: SendOptions,
  ): Promise<{ status: number; headers: Headers; body: unknown }>;
}

export interface SendOptions {
  readonly body?: object;
  readonly bytes?: Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
  /** Statuses that are no fault, besides 2xx. */
  readonly allowed?: readonly number[];
}

/** The connection ended before a response came. */
export class Broken extends Error {}

/** @param rootUrl the address of the server */
export const apiOf = (rootUrl: string, key: string): Api => ({
  async send(method, path, { body, bytes, headers = {}, allowed = [] } = {}) {
    const isJson = body === undefined ? {} : { 'Content-Type': 'application/json' };
    const content = bytes ?? (body === undefined ? undefined : JSON.stringify(body));
    let response: Response;
    let text: string;
    try {
      response = await fetch(rootUrl + path, {
        method,
        headers: { 'X-Service-API-Key': key, ...isJson, ...headers },
        ...(content === undefined ? {} : { body: content }),
        signal: AbortSignal.timeout(30_000),
      });
      text = await response.text();
    } catch (error) {
      throw new Broken(String(error));
    }
    if (!response.ok && !allowed.includes(response.status)) {
      throw new Error(`${method} ${path}: ${response.status} ${text.slice(0, 300)}`);
    }
    const isEmpty = text === '' || !response.headers.get('content-type')?.includes('json');
    return { status: response.status, headers: response.headers, body: isEmpty ? undefined : JSON.parse(text) };
  },
});
