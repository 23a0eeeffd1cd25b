import { expect, test } from 'bun:test';
import { testServer } from '../helpers/process.ts';

const server = testServer({}, 'sandbox');

interface Described {
  readonly operationId: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly example?: string }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: object } } };
  readonly responses: { readonly 200: { readonly content: Readonly<Record<string, { readonly example?: object }>> } };
}

/** The names in a value, of the first item of a list; values that a request or the day decides are not looked at. */
const namesIn = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.slice(0, 1).map(namesIn);
  if (typeof value !== 'object' || value === null) return null;
  const names = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
  return names.map(([name, inner]) => [
    name,
    ['data', 'headers'].includes(name) && !Array.isArray(inner) ? null : namesIn(inner),
  ]);
};

test('each operation of the sandbox succeeds as the document fills it in, with what it shows', async () => {
  const { rootUrl } = server.ready;
  const { paths } = (await (await fetch(`${rootUrl}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  const send = (method: string, path: string, body?: object): Promise<Response> =>
    fetch(rootUrl + path, { method, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  // So that there are mails, and before the saved card of the examples is given up, a day after the start.
  await send('POST', '/sandbox/clock', { advance: 'PT23H' });
  const own = Object.entries(paths)
    .filter(([path]) => path.startsWith('/sandbox/'))
    .flatMap(([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, operation })));
  expect(own).toHaveLength(18);
  // What empties comes last, and what starts again after it.
  const late = ({ method, path }: { method: string; path: string }) =>
    path.endsWith('/reset') ? 3 : ['post', 'get', 'delete'].indexOf(method);
  for (const { path, method, operation } of own.toSorted((left, right) => late(left) - late(right))) {
    const { operationId: id, parameters, requestBody, responses } = operation;
    const filled = parameters.reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
    const response = await send(method.toUpperCase(), filled, requestBody?.content['application/json'].example);
    const answer = await response.text();
    expect([id, response.status]).toEqual([id, 200]);
    const [[type, { example }] = ['', {}]] = Object.entries(responses[200].content);
    expect([id, response.headers.get('content-type')?.startsWith(type)]).toEqual([id, true]);
    // No device of the demo studio has subscribed.
    if (['getSandboxRawMail', 'listSandboxPushes'].includes(id)) continue;
    expect([id, namesIn(JSON.parse(answer))]).toEqual([id, namesIn(example)]);
    if (/Sandbox(?:Card|Charge)$/.test(id)) expect(JSON.parse(answer)).toEqual(example);
  }
});
