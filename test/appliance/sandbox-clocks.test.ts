import { describe, expect, test } from 'bun:test';
import { CLIENTS } from '../../src/sandbox/demo/clients.ts';
import { startServer, studiod, testFolder } from '../helpers/process.ts';

const cwd = testFolder();

describe('a sandbox whose clock begins', () => {
  const starts = [
    ['1970-01-01T00:00:00.000Z', 1979],
    ['2000-12-25T08:00:00.000Z', 2009],
    ['2026-03-02T08:00:00.000Z', 2035],
    ['2050-01-01T00:00:00.000Z', 2059],
    ['9990-12-31T23:59:59.999Z', 9999],
  ] as const;
  test.each(starts)('at %s has a session to book, and a card that is good until %i', async (at, expYear) => {
    const server = await startServer({ cwd }, 'sandbox', '--clock', `fixed:${at}`);
    try {
      const { clientId, sessionId } = server.ready;
      const client = await server.call('GET', `/v2/clients/${clientId}`);
      expect(client.body).toMatchObject({ defaultPaymentMethod: { last4: '4242', expMonth: 12, expYear } });
      const booked = await server.call('POST', '/v2/bookings', { clientId: CLIENTS[9]?.id, sessionId });
      expect(booked.status).toBe(201);
      expect((await server.call('POST', '/sandbox/reset', undefined, {})).status).toBe(200);
    } finally {
      expect(await server.stop()).toBe(0);
    }
  });

  const refused = ['1969-12-31T23:59:59Z', '1970-01-01T00:00:00+01:00', '9991-01-01T00:00:00Z'];
  test.each(refused)('at %s: 2, since it is too early or too late', async (at) => {
    const { code, out, err } = await studiod({ cwd }, 'sandbox', '--port', '0', '--clock', `fixed:${at}`);
    const said = `studiod: --clock must be a timestamp in the years 1970 to 9990, not 'fixed:${at}'.\n`;
    expect({ code, out, err }).toEqual({ code: 2, out: '', err: said });
  });
});
