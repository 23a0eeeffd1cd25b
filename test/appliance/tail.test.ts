import { beforeAll, describe, expect, test } from 'bun:test';
import { command, environment, type Server, startServer, testFolder, until } from '../helpers/process.ts';

const cwd = testFolder();
const start = () => startServer({ cwd }, 'sandbox', '--data', 'box');
let server: Server;
beforeAll(async () => {
  server = await start();
});

const send = async (method: string, path: string, body: object) => {
  expect((await server.call(method, `/v2${path}`, body)).status).toBeLessThan(300);
};
const rename = (firstName: string) => send('PATCH', `/clients/${server.ready.clientId}`, { firstName });

/** Follows, and collects the lines. */
const follow = (...words: string[]) => {
  const child = Bun.spawn([...command, 'tail', ...words, '--data', 'box'], {
    cwd,
    env: environment(),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  let text = '';
  const read = async () => {
    for await (const chunk of child.stdout.pipeThrough(new TextDecoderStream())) text += chunk;
  };
  const whole = read();
  return {
    lines: () => text.split('\n').slice(0, -1),
    async stop() {
      child.kill('SIGINT');
      const [code, err] = await Promise.all([child.exited, child.stderr.text(), whole]);
      return { code, err };
    },
  };
};

describe('tail', () => {
  test('events as they are raised, without their bodies, until Ctrl-C, also across a restart of the server', async () => {
    const followed = follow('--json', '--type', 'client.*', '--since', '1h');
    await rename('Ada');
    await until(() => followed.lines().length === 1);
    await send('POST', '/bookings', { clientId: server.ready.clientId, sessionId: server.ready.sessionId });
    await server.stop();
    server = await start();
    await rename('Grace');
    await until(() => followed.lines().length === 2);
    expect(await followed.stop()).toEqual({ code: 0, err: '' });
    const { clientId } = server.ready;
    expect(followed.lines().map((line) => JSON.parse(line))).toEqual(
      [0, 1].map(() => ({
        at: expect.stringMatching(/^\d{4}-.*Z$/),
        type: 'client.updated',
        id: expect.stringMatching(/^evt_/),
        siteId: expect.any(String),
        clientId,
        actor: expect.any(String),
        requestId: expect.stringMatching(/^req_/),
      })),
    );
    expect(followed.lines().join()).not.toMatch(/Ada|Grace/);
  });

  test('deliveries once they have ended, without the address and the response', async () => {
    const url = `${server.ready.rootUrl}/sandbox/inbox/hidden-path`;
    await send('POST', '/webhooks', { name: 'Inbox', url, eventTypes: ['client.updated'] });
    const followed = follow('deliveries', '--since', '1h', '--type', 'client.updated,ping');
    await rename('Edith');
    await until(() => followed.lines().some((line) => line.includes('client.updated')));
    expect(await followed.stop()).toEqual({ code: 0, err: '' });
    const line = followed.lines().find((each) => each.includes('client.updated'));
    const host = new URL(url).host;
    expect(line).toMatch(
      new RegExp(`^\\S+Z  client.updated  succeeded  attempt=1  responseStatus=200  latencyMs=\\d+  .*host=${host}$`),
    );
    expect(followed.lines().join()).not.toMatch(/hidden|inbox|Edith/);
  });
});
