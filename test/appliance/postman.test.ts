import { expect, test } from 'bun:test';
import { convertV2 } from 'openapi-to-postmanv2';
import { SANDBOX_SESSION } from '../../src/sandbox/demo/credentials.ts';
import { SANDBOX_KIOSK } from '../../src/sandbox/demo/kiosk.ts';
import { testServer } from '../helpers/process.ts';

const server = testServer({}, 'sandbox');

// biome-ignore lint/suspicious/noExplicitAny: the test reads any part of a document or a collection
type Json = any;

/** The collection that Postman makes of the document, with the examples as values. */
const imported = (document: string): Promise<Json> =>
  new Promise((resolve, reject) => {
    const done = (error: unknown, { result, output }: Json) =>
      error === null && result ? resolve(output[0].data) : reject(error);
    convertV2({ type: 'string', data: document }, { parametersResolution: 'Example' }, done);
  });

const requestsIn = (items: readonly Json[]): Json[] =>
  items.flatMap(({ item, request }) => (item === undefined ? [request] : requestsIn(item)));

const pathOf = ({ path, variable = [] }: Json): string =>
  variable.reduce((text: string, { key, value }: Json) => text.replace(`:${key}`, value), `/${path.join('/')}`);

/** The credential that a header of this name has: a key, or the token of the kiosk. */
const keyOf = (name: string): Record<string, string> => ({
  [name]: name === 'X-Kiosk-Token' ? SANDBOX_KIOSK : server.ready.apiKey,
});

/** Postman leaves cookies to the person who signs in. */
const SIGNED_IN = { cookie: `studiod_session=${SANDBOX_SESSION}` };

const headersOf = ({ header, auth }: Json, whole: Json): Record<string, string> => {
  const { type, apikey } = auth ?? whole.auth;
  const name = apikey?.find(({ key }: Json) => key === 'key').value;
  const credential = type === 'apikey' ? keyOf(name) : { authorization: `Bearer ${server.ready.memberToken}` };
  // Whoever sends a request by hand switches off what has no example: the conditions, and the dependant of a member.
  const ofMember = type === 'apikey' ? [] : ['X-Client-ID'];
  const isOff = (key: string): boolean => ['X-Access-Token', 'If-Match', 'If-None-Match', ...ofMember].includes(key);
  const others = header.filter(({ disabled, key }: Json) => disabled !== true && !isOff(key));
  return { ...Object.fromEntries(others.map(({ key, value }: Json) => [key, value])), ...credential };
};

test('Postman imports the document, and every GET succeeds when the parameters without an example are off', async () => {
  const text = await (await fetch(`${server.ready.rootUrl}/openapi.json`)).text();
  const document: Json = JSON.parse(text);
  const collection = await imported(text);
  const base = collection.variable.find(({ key }: Json) => key === 'baseUrl').value;
  expect(base).toBe(server.ready.rootUrl);
  const gets = requestsIn(collection.item).filter(({ method }) => method === 'GET');
  const documented = Object.values<Json>(document.paths).filter(({ get }) => get !== undefined);
  expect(gets).toHaveLength(documented.length);
  const exampleNames = new Map(
    documented.map(({ get }) => [
      get.summary,
      new Set(get.parameters.flatMap(({ name, example }: Json) => (example === undefined ? [] : [name]))),
    ]),
  );
  const forPeople = new Set(
    documented.flatMap(({ get }) => (get.security?.some((each: Json) => 'session' in each) ? [get.summary] : [])),
  );
  // They are of backups and long work, which a sandbox in memory has only after somebody has begun them.
  const interactive = new Set(
    documented.flatMap(({ get }) =>
      get['x-interactive'] === true && get.parameters.some(({ in: at }: Json) => at === 'path') ? [get.summary] : [],
    ),
  );
  const failed: string[] = [];
  for (const request of gets) {
    // A sandbox has sent no mail yet.
    if (/^Retrieve an email\b/.test(request.name) || interactive.has(request.name)) continue;
    const url = new URL(base + pathOf(request.url));
    for (const { key, value } of request.url.query ?? []) {
      if (exampleNames.get(request.name)?.has(key)) url.searchParams.append(key, value);
    }
    const headers = forPeople.has(request.name) ? SIGNED_IN : headersOf(request, collection);
    const { ok, status } = await fetch(url, { headers });
    if (!ok) failed.push(`${request.name}: ${status}`);
  }
  expect(failed).toEqual([]);
  expect(gets.length).toBeGreaterThan(120);
});
