import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { METHODS } from '../../src/http/operations/operation.ts';
import { errorMessage } from '../../src/kernel/errors.ts';
import { SITES } from '../../src/resources/demo-ids.ts';
import { framed } from './framing.ts';
import { openInProcess } from './in-process.ts';
import { plainText } from './plain.ts';
import type { FuzzedRequest } from './requests.ts';
import {
  type Credential,
  callingClients,
  type FuzzedStudio,
  keyRequests,
  type Sent,
  START,
  YEAR_SECONDS,
} from './studio.ts';
import { Wire, type WireResponse } from './wire.ts';

type Operations = FuzzedStudio['operations'];

/** What this program knows of the operations of the other one, which is built from the same source. */
let known: Promise<Operations> | undefined;
const operationsOfSource = async (): Promise<Operations> => {
  const studio = await openInProcess(0, 'serve');
  await studio.close();
  return studio.operations;
};

const MAY_HAVE_BODY = new Set<string>(METHODS);

const headOf = (host: string, { method, path, headers }: FuzzedRequest): string[] => [
  `${method} ${path} HTTP/1.1`,
  `host: ${host}`,
  ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
];
const bodyOf = ({ body }: FuzzedRequest): Buffer => Buffer.from(body ?? '');

const sentOf = ({ status, headers, body }: WireResponse): Sent => ({
  status,
  headers,
  text: plainText(headers.get('content-encoding'), new Uint8Array(body)),
  milliseconds: 0,
});

/** Starts an executable as a sandbox with a clock that is moved, in an empty folder, and talks to it on a connection. */
export const openExecutable = async (program: string): Promise<FuzzedStudio> => {
  known ??= operationsOfSource();
  const operations = await known;
  const folder = mkdtempSync(join(tmpdir(), 'studiod-fuzz-'));
  const words = ['sandbox', '--json', '--port', '0', '--clock', `fixed:${START}`, '--data', join(folder, 'box')];
  const child = Bun.spawn([resolve(program), ...words, '--log-level', 'error', '--log-format', 'json'], {
    cwd: folder,
    env: { PATH: process.env.PATH ?? '' },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let log = '';
  void (async () => {
    for await (const text of child.stderr.pipeThrough(new TextDecoderStream())) log += text;
  })();
  const { value } = await child.stdout.pipeThrough(new TextDecoderStream()).getReader().read();
  if (value === undefined) throw new Error(`the sandbox ended before it was ready: ${log}`);
  const { rootUrl, apiKey } = JSON.parse(value);
  const { hostname, port, host } = new URL(rootUrl);
  const wire = new Wire(hostname, Number(port));

  const call = async (path: string, body: object) => {
    const headers = { 'x-service-api-key': apiKey, 'content-type': 'application/json' };
    const response = await fetch(rootUrl + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!response.ok) throw new Error(`POST ${path}: ${response.status} ${await response.text()}`);
    return response.json() as Promise<Record<string, string>>;
  };
  const ownIds = new Set<string>();
  const keyOf = async (request: { readonly name: string }): Promise<Credential> => {
    const { id = '', key = '' } = await call('/manage/api-keys', { scopes: ['*'], tier: 'unlimited', ...request });
    ownIds.add(id);
    return { name: `key '${request.name}'`, headers: { 'x-service-api-key': key } };
  };
  const full = await keyOf({ name: 'full' });
  const business: Credential[] = [];
  for (const request of keyRequests) business.push(await keyOf(request));
  const members: Credential[] = [];
  for (const clientId of callingClients) {
    const { idToken } = await call('/sandbox/member-token', { clientId, expiresIn: YEAR_SECONDS });
    const headers = { authorization: `Bearer ${idToken}`, 'x-site-id': SITES.downtown };
    members.push({ name: `member ${clientId}`, headers });
  }

  let now = Date.parse(START);
  return {
    operations,
    now: () => now,
    async moveTo(at) {
      await call('/sandbox/clock', { at: new Date(at).toISOString() });
      now = at;
    },
    async send(request) {
      const body = bodyOf(request);
      const needsLength = body.length > 0 || MAY_HAVE_BODY.has(request.method);
      const head = [...headOf(host, request), ...(needsLength ? [`content-length: ${body.length}`] : [])];
      const bytes = Buffer.concat([Buffer.from([...head, '', ''].join('\r\n'), 'latin1'), body]);
      return sentOf(await wire.request(request.method, bytes));
    },
    async misframe(request, choices) {
      const { name, bytes } = framed(headOf(host, request), bodyOf(request), choices);
      try {
        const response = await wire.once(request.method, bytes);
        return { name, sent: response && sentOf(response) };
      } catch (error) {
        return { name, sent: undefined, problem: errorMessage(error) };
      }
    },
    full,
    business,
    members,
    ownIds,
    reported() {
      const whole = log.slice(0, log.lastIndexOf('\n') + 1);
      log = log.slice(whole.length);
      return whole.split('\n').filter((line) => line !== '');
    },
    async close() {
      wire.close();
      child.kill('SIGTERM');
      const code = await child.exited;
      rmSync(folder, { recursive: true, force: true });
      if (code !== 0) throw new Error(`the sandbox ended with exit code ${child.signalCode ?? code}: ${log}`);
    },
  };
};
