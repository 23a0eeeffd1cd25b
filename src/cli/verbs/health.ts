import type { IncomingMessage } from 'node:http';
import type { Config } from '../../config/settings.ts';
import { UsageError } from '../../config/usage-error.ts';
import { localRoot } from '../server/listen.ts';
import { exit, Failure, type Verb } from '../verb.ts';

const WITHIN = 5_000;

interface Answer {
  readonly status: number;
  readonly text: string;
}

/** Asks without proxies, and without a name check: nothing secret is sent, and a certificate seldom names 127.0.0.1. */
const ask = (url: URL): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const options = { timeout: WITHIN, rejectUnauthorized: false };
    const take = (response: IncomingMessage) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('data', (chunk: string) => {
        text += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      response.on('error', reject);
    };
    // Loaded here: what a file imports, every start of the executable loads, and this verb is seldom the one.
    const { get } = process.getBuiltinModule(url.protocol === 'https:' ? 'node:https' : 'node:http');
    const request = get(url, options, take);
    request.on('timeout', () => request.destroy(new Error(`no answer within ${WITHIN / 1000} s`)));
    request.on('error', reject);
  });

const addressOf = (given: string | undefined, config: Config): URL => {
  if (given !== undefined && !URL.canParse(given)) throw new UsageError(`--url must be an address, not '${given}'.`);
  return new URL('/v2/health', given ?? localRoot(config, config.port));
};

export const health: Verb = {
  name: 'health',
  summary: 'asks a running server how it is; exit code 0 means that it works',
  example: 'studiod health --url http://127.0.0.1:8420',
  flags: [{ name: 'url', value: 'URL', help: 'the server to ask; default the one these settings start' }],
  settings: ['host', 'port', 'tlsCert'],
  hasJson: true,
  async run(call) {
    const url = addressOf(call.flag('url'), call.configure().config);
    const { status, text } = await ask(url).catch((error: Error): never => {
      throw new Failure(`${url.origin} does not answer: ${error.message}. Is it running?`);
    });
    let told: { object?: string; status?: string; version?: string; checks?: Record<string, string> };
    try {
      told = JSON.parse(text);
    } catch {
      told = {};
    }
    if (told.object !== 'health') throw new Failure(`${url} answered ${status}, which is not studiod's health.`);
    const checks = Object.entries(told.checks ?? {}).map(([name, state]) => `${name} ${state}`);
    call.print(call.json ? text : `${told.status} (studiod ${told.version}; ${checks.join(', ')})`);
    return status === 200 ? exit.done : exit.failed;
  },
};
