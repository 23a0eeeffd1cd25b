import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { connect, type Socket } from 'node:net';
import { Elysia } from 'elysia';
import { systemRandom } from '../../../../src/kernel/random.ts';
import { createSandboxProcessor } from '../../../../src/payments-processor/sandbox/processor.ts';
import type { ProcessorEventDeps } from '../../../../src/resources/payment-methods/processor-events/receive.ts';
import { PROCESSOR_PATH, processorRoutes } from '../../../../src/resources/payment-methods/processor-events/route.ts';
import { forAllTests, openStudio, SIGNATURE_HEADER } from '../../../helpers/api.ts';
import { openCardStudio } from '../../../helpers/cards.ts';
import { until } from '../../../helpers/process.ts';

let server: Bun.Server<undefined>;
const studio = forAllTests(openCardStudio);
beforeAll(() => {
  server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: (request) => studio.app.fetch(request) });
});
afterAll(() => server.stop(true));

interface Sender {
  readonly socket: Socket;
  readonly received: () => string;
}

/** Opens a connection and sends the head of an event, and `start` of its body. */
const begin = (headers: string, start: string): Sender => {
  const socket = connect(server.port ?? 0, '127.0.0.1');
  let received = '';
  socket.on('data', (bytes) => {
    received += bytes;
  });
  socket.on('error', () => {});
  socket.write(
    `POST ${PROCESSOR_PATH} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${headers}\r\n\r\n${start}`,
  );
  return { socket, received: () => received };
};
const statusOf = async (sender: Sender): Promise<number> => {
  await until(() => sender.received().includes('\r\n'));
  return Number(sender.received().slice(9, 12));
};

const SIGNED = `${SIGNATURE_HEADER}: 00\r\n`;

describe('POST /webhooks/processor, before its signature is checked', () => {
  test('404 where the processor sends no events', async () => {
    const without = await openStudio({
      processor: (store, seal) => createSandboxProcessor(store, systemRandom(), seal),
    });
    const { status, body } = await without.post(PROCESSOR_PATH, '{}', {
      [SIGNATURE_HEADER]: '00',
      'stripe-signature': 't=1',
    });
    expect([status, body.error.code]).toEqual([404, 'route_not_found']);
  });

  test('400 without a signature, and the body is not awaited', async () => {
    const sender = begin('Content-Length: 200000', '{');
    expect(await statusOf(sender)).toBe(400);
    expect(sender.received()).toContain(`'${SIGNATURE_HEADER}'`);
    expect(sender.received()).toMatch(/^connection: close\r$/im);
    sender.socket.destroy();
  });

  test('413 for more than 256 KiB', async () => {
    const sender = begin(`${SIGNED}Content-Length: 262145`, '{');
    expect(await statusOf(sender)).toBe(413);
    sender.socket.destroy();
    const { status } = await studio.send('POST', PROCESSOR_PATH, ' '.repeat(262_144), { [SIGNATURE_HEADER]: '00' });
    expect(status).toBe(400);
  });

  test('429 for the 51st at the same time, until another one is done', async () => {
    const open = Array.from({ length: 50 }, () => begin(`${SIGNED}Content-Length: 2`, '{'));
    try {
      const tryOne = async (): Promise<number> => {
        const sender = begin(`${SIGNED}Content-Length: 2`, '{}');
        const status = await statusOf(sender);
        sender.socket.destroy();
        return status;
      };
      await until(async () => (await tryOne()) === 429);
      open[0]?.socket.write('}');
      await until(async () => (await tryOne()) === 400);
    } finally {
      for (const { socket } of open) socket.destroy();
    }
  });

  test('400 for a body that does not arrive in time', async () => {
    const deps = { charging: { processor: { signatureHeader: SIGNATURE_HEADER } } } as unknown as ProcessorEventDeps;
    const { promise: ended, resolve: end } = Promise.withResolvers<unknown>();
    const routes = new Elysia()
      .onError(({ error }) => end(error))
      .use(processorRoutes(deps, { bytes: 1000, atOnce: 1, bodyMs: 20 }));
    const body = new ReadableStream({ pull: () => new Promise(() => {}) });
    void routes.handle(
      new Request(`http://localhost${PROCESSOR_PATH}`, { method: 'POST', headers: { [SIGNATURE_HEADER]: '00' }, body }),
    );
    expect(await ended).toMatchObject({ status: 400, code: 'json_invalid' });
  });
});
