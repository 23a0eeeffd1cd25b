import { expect, test } from 'bun:test';
import { join } from 'node:path';

const SOURCE = join(import.meta.dir, '../../../src');

/** Runs a script in a process of its own, since `bun test` fails for an error that a server meets. */
const printed = async (script: string): Promise<string> => {
  const environment = { ...process.env, NODE_ENV: undefined };
  const child = Bun.spawn([process.execPath, '-e', script], { cwd: SOURCE, env: environment, stderr: 'ignore' });
  return child.stdout.text();
};

const fetchFrom = (url: string) => `
  const response = await fetch(${url}, { redirect: 'manual' });
  console.log(response.status, await response.text());
  process.exit();`;

test('500 without the error, when the handler of requests throws', async () => {
  const script = `
    import { listen } from './cli/server/listen.ts';
    import { configure } from './config/settings.ts';
    const { config } = configure({ flags: { port: '0' }, environment: {} });
    const server = listen(config, () => ({ fetch: () => { throw new Error('a secret'); } }));
    ${fetchFrom('server.rootUrl')}`;
  expect(await printed(script)).toBe('500 Something went wrong!\n');
});

test('500 without the error, when the listener for the proofs of a certificate throws', async () => {
  const script = `
    import { listenForChallenges } from './cli/server/acme/http-listener.ts';
    const root = () => { throw new Error('a secret'); };
    const listener = listenForChallenges({ host: '127.0.0.1', port: 0, names: [], root, challenges: new Map() });
    ${fetchFrom(`\`http://127.0.0.1:\${listener.port}/\``)}`;
  expect(await printed(script)).toBe('500 Something went wrong!\n');
});
