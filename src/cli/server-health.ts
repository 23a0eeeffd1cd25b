import type { IncomingMessage } from 'node:http';

const TIMEOUT_MS = 5_000;

interface ServerHealth {
  readonly object?: string;
  readonly status?: string;
  readonly version?: string;
  readonly uptimeSeconds?: number;
  readonly checks?: Record<string, string>;
}

interface HealthResponse {
  readonly status: number;
  readonly text: string;
  /** Empty when the response is not JSON. */
  readonly body: ServerHealth;
}

const parse = (text: string): ServerHealth => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

/**
 * Asks a server for its health, without a proxy and without verifying the certificate: nothing secret is sent, and few
 * certificates name 127.0.0.1. Rejects when there is no response within 5 seconds.
 */
export const fetchHealth = (url: URL): Promise<HealthResponse> =>
  new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, rejectUnauthorized: false };
    const readResponse = (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text, body: parse(text) }));
      response.on('error', reject);
    };
    // Loaded here, since an import at the top would be loaded at every start of the executable.
    const { get } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const sent = get(url, options, readResponse);
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', reject);
  });
