import { expect, test } from 'bun:test';
import { startServer, testFolder } from '../helpers/process.ts';

const cwd = testFolder();

// The library that finds the place is loaded with the first broken text: the executable must contain all of it.
test('400 json_invalid with the place of the fault, for each kind of broken body', async () => {
  const { ready } = await startServer({ cwd }, 'sandbox');
  const send = async (body: string) => {
    const headers = { 'content-type': 'application/json', 'x-service-api-key': ready.apiKey };
    const response = await fetch(`${ready.baseUrl}/clients`, { method: 'POST', headers, body });
    const { error } = (await response.json()) as { error: { code: string; message: string } };
    return `${response.status} ${error.code}: ${/ at line \d+, column \d+/.exec(error.message)?.[0] ?? error.message}`;
  };
  const brokenBodies = ['{"firstName":', '{"firstName":"Ada",}', '\u0000', '[1,2', '{"a":\n  tru}', "{'a':1}"];
  for (const body of brokenBodies) {
    expect(await send(body)).toMatch(/^400 json_invalid: {2}at line \d+, column \d+$/);
  }
});
