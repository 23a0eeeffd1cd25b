// A receiver of webhooks over TLS, a separate process: it accepts and counts all deliveries, and keeps a recent one.
// Usage: receiver.ts CERTIFICATE KEY. GET /reached?count=N responds when N deliveries have arrived, GET /last returns one.
const [certificate = '', key = ''] = process.argv.slice(2);

let arrived = 0;
let last: object = {};
const waiting = new Set<{ readonly count: number; readonly resolve: () => void }>();

const reached = async (count: number): Promise<Response> => {
  if (arrived < count) {
    await new Promise<void>((resolve) => {
      waiting.add({ count, resolve });
    });
  }
  return new Response(String(arrived));
};

const server = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  idleTimeout: 0,
  tls: { cert: Bun.file(certificate), key: Bun.file(key) },
  async fetch(request) {
    if (request.method === 'GET') {
      const { pathname, searchParams } = new URL(request.url);
      return pathname === '/last' ? Response.json(last) : reached(Number(searchParams.get('count')));
    }
    const body = await request.text();
    arrived += 1;
    if (arrived % 1_000 === 1) last = { headers: Object.fromEntries(request.headers), body };
    for (const one of waiting) {
      if (arrived < one.count) continue;
      waiting.delete(one);
      one.resolve();
    }
    return new Response('ok');
  },
});
console.log(JSON.stringify({ rootUrl: `https://localhost:${server.port}` }));
