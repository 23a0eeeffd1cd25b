import { afterEach, beforeEach, expect, test } from 'bun:test';
import { forEachTest, openStudio } from '../../helpers/api.ts';
import { addClient } from '../../helpers/bookings.ts';
import { waitFor } from '../../helpers/wait.ts';

let receiver: ReturnType<typeof Bun.serve>;
let asked: () => void;
let answer: () => void;
let isAsked: Promise<void>;
const studio = forEachTest(openStudio);

beforeEach(() => {
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  isAsked = new Promise((resolve) => {
    asked = resolve;
  });
  receiver = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const body = await request.text();
      asked();
      await held;
      return new Response(`got ${body}`);
    },
  });
});
afterEach(async () => {
  await studio.app.stop();
  await receiver.stop(true);
});

test('what a receiver says of a client who is erased while it is asked is not kept', async () => {
  const url = `http://127.0.0.1:${receiver.port}/`;
  const endpoint = await studio.post('/v2/webhooks', { name: 'All', url, eventTypes: ['client.updated'] });
  expect(endpoint.status).toBe(201);
  const clientId = await addClient(studio, { email: 'eve@example.com' });
  await studio.given(studio.patch(`/v2/clients/${clientId}`, { phone: '+1 212 555 0107', email: 'moss@example.com' }));
  await isAsked;
  await studio.given(studio.post(`/manage/clients/${clientId}/erase`));
  answer();
  const rows = () =>
    studio.db.query('select status, responseSnippet from webhookDeliveries order by id').all() as {
      status: string;
      responseSnippet: string;
    }[];
  await waitFor(() => rows().length === 2 && rows().every(({ status }) => status === 'succeeded'));
  expect(JSON.stringify(rows())).not.toMatch(/eve@|moss@|0107/);
  expect(rows()[0]).toEqual({ status: 'succeeded', responseSnippet: null as never });
});
