import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { localRoot } from '../server/listen.ts';
import { exit, Failure, type Verb } from '../verb.ts';

const TIMEOUT_MS = 5_000;

interface HealthResponse {
  readonly status: number;
  readonly text: string;
}

/** Requests without a proxy and without verifying the certificate: nothing secret is sent, and few name 127.0.0.1. */
const request = (url: URL): Promise<HealthResponse> =>
  new Promise((resolve, reject) => {
    const options = { timeout: TIMEOUT_MS, rejectUnauthorized: false };
    const readResponse = (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    };
    // Loaded here, since an import at the top would be loaded at every start of the executable.
    const { get } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const sent = get(url, options, readResponse);
    sent.on('timeout', () => sent.destroy(new Error(`no response within ${TIMEOUT_MS / 1000} s`)));
    sent.on('error', reject);
  });

interface Health {
  readonly object?: string;
  readonly status?: string;
  readonly version?: string;
  readonly checks?: Record<string, string>;
}

const parse = (text: string): Health => {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
};

const urlOf = (given: string | undefined, config: Config): URL => {
  if (given !== undefined && !URL.canParse(given)) throw new UsageError(`--url must be an address, not '${given}'.`);
  return new URL('/v2/health', given ?? localRoot(config, config.port));
};

export const health: Verb = {
  name: 'health',
  summary: 'prints the health of a running server; the exit code is 0 when it is healthy',
  example: 'studiod health --url http://127.0.0.1:8420',
  flags: [{ name: 'url', value: 'URL', help: 'the address of the server; default the one of these settings' }],
  settings: ['host', 'port', 'tlsCert'],
  hasJson: true,
  async run(call) {
    const url = urlOf(call.flag('url'), call.configure().config);
    const { status, text } = await request(url).catch((error: Error): never => {
      throw new Failure(`${url.origin} does not respond: ${error.message}. Is it running?`);
    });
    const body = parse(text);
    if (body.object !== 'health') throw new Failure(`${url} responded with ${status}, which is not studiod's health.`);
    const checks = Object.entries(body.checks ?? {}).map(([name, state]) => `${name} ${state}`);
    call.print(call.json ? text : `${body.status} (studiod ${body.version}; ${checks.join(', ')})`);
    return status === 200 ? exit.done : exit.failed;
  },
};
