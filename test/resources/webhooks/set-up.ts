import { openStudio } from '../../helpers/api.ts';
import { addBooking, addClient, addSession } from '../../helpers/bookings.ts';

interface Hit {
  readonly headers: Headers;
  readonly body: string;
}

/** A receiver on loopback that answers `status`, once `after` has settled, and keeps what came. */
const openReceiver = (response: { status: number; after?: Promise<void> }) => {
  const hits: Hit[] = [];
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      hits.push({ headers: request.headers, body: await request.text() });
      await response.after;
      return new Response('thanks', { status: response.status });
    },
  });
  return { hits, response, url: `http://127.0.0.1:${server.port}/hook`, stop: () => server.stop(true) };
};

/** A studio with a receiver on loopback and the acts that these tests share. */
export const openWebhookStudio = async () => {
  const studio = await openStudio();
  const receiver = openReceiver({ status: 200 });
  return {
    ...studio,
    receiver,
    /** Registers the receiver; answers the endpoint with its secret. */
    register: async (fields: Record<string, unknown> = {}) => {
      const body = { name: 'Mine', url: receiver.url, eventTypes: ['booking.*'], ...fields };
      const response = await studio.post('/v2/webhooks', body);
      if (response.status !== 201) throw new Error(JSON.stringify(response.body));
      return response.body;
    },
    /** Lets everything happen that is due within `seconds`. */
    pass: (seconds: number) => studio.time.moveTo(studio.time.now() + seconds * 1000),
    /** One booking of a new client; answers its id. */
    bookOne: async () => addBooking(studio, await addClient(studio), await addSession(studio)),
    close: async () => {
      await studio.app.stop();
      await receiver.stop();
    },
  };
};
