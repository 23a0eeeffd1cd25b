// A receiver of webhooks on loopback, as a program of a studio is one.

/** What came with one request. */
export interface Arrived {
  readonly headers: Headers;
  readonly body: string;
}

interface Tls {
  readonly cert: Bun.BunFile;
  readonly key: Bun.BunFile;
}

/** Listens until it is stopped, and answers `response.status`. */
export const openReceiver = (tls?: Tls) => {
  const arrived: Arrived[] = [];
  const response = { status: 200 };
  const server = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    ...(tls === undefined ? {} : { tls }),
    async fetch(request) {
      arrived.push({ headers: request.headers, body: await request.text() });
      return new Response('thanks', { status: response.status });
    },
  });
  return {
    arrived,
    response,
    url: `${tls === undefined ? 'http://127.0.0.1' : 'https://localhost'}:${server.port}/hook`,
    stop: () => server.stop(true),
  };
};
