import { expect, test } from 'bun:test';

type Handler = (event: object) => void;

/** The service worker with a cache in memory, and the pages that a server answers. */
const openWorker = async () => {
  const code = await Bun.file('src/pages/book/app/sw.js').text();
  const handlers = new Map<string, Handler>();
  const stores = new Map<string, Map<string, Response>>();
  const caches = {
    open: async (name: string) => {
      const store = stores.get(name) ?? new Map<string, Response>();
      stores.set(name, store);
      return {
        match: async (key: string) => store.get(key)?.clone(),
        put: async (key: string, response: Response) => void store.set(key, response),
        keys: async () => [...store.keys()].map((key) => ({ url: `http://localhost${key}` })),
        delete: async () => false,
      };
    },
    delete: async (name: string) => stores.delete(name),
  };
  const pages = new Map<string, string>();
  const answer = async ({ url }: { url: string }) =>
    new Response(pages.get(new URL(url).pathname), { headers: { 'content-type': 'text/html' } });
  const listen = (name: string, each: Handler) => void handlers.set(name, each);
  const shown: { title: string; data: { url?: string }; close: () => void }[] = [];
  const registration = {
    showNotification: async (title: string, options: { data: { url?: string } }) =>
      void shown.push({ title, ...options, close: () => {} }),
  };
  const opened: string[] = [];
  const clients = { matchAll: async () => [], openWindow: async (url: string) => void opened.push(url) };
  const start = new Function('caches', 'addEventListener', 'location', 'fetch', 'registration', 'clients', code);
  start(caches, listen, new URL('http://localhost'), answer, registration, clients);
  const handle = async (name: string, event: object): Promise<void> => {
    const waits: unknown[] = [];
    handlers.get(name)?.({ ...event, waitUntil: (each: unknown) => void waits.push(each) });
    await Promise.all(waits);
  };
  /** Whether the worker has answered. */
  const visit = async (path: string, member: string | undefined): Promise<boolean> => {
    const body = member === undefined ? '<body class="page">' : `<body class="signed-in" data-member="${member}">`;
    pages.set(path, `<html>${body}</body></html>`);
    const waits: unknown[] = [];
    handlers.get('fetch')?.({
      request: { url: `http://localhost${path}`, method: 'GET', mode: 'navigate' },
      respondWith: (each: unknown) => void waits.push(each),
      waitUntil: (each: unknown) => void waits.push(each),
    });
    const isAnswered = waits.length > 0;
    while (waits.length > 0) await waits.shift();
    return isAnswered;
  };
  return { handle, shown, opened, visit, kept: () => [...(stores.get('studiod-pages')?.keys() ?? [])].sort() };
};

const TICKET = '/book/me/bookings/01950000-0000-7000-8000-000000000001';

test('who signs in over somebody else finds nothing of them without a connection, and neither does who signs out', async () => {
  const { visit, kept } = await openWorker();
  await visit(TICKET, 'ann');
  await visit('/book/me', 'ann');
  expect(kept()).toEqual(['/book/me', TICKET, '/book/whose']);
  await visit('/book/plans', 'ben');
  expect(kept()).toEqual([]);
  await visit('/book/me', 'ben');
  expect(kept()).toEqual(['/book/me', '/book/whose']);
  await visit('/book', undefined);
  expect(kept()).toEqual(['/book']);
});

test('the browser itself opens the page of a purchase, which learns where the visitor comes from', async () => {
  const { visit } = await openWorker();
  expect([await visit('/book/me/purchases/back', 'ann'), await visit('/book/me', 'ann')]).toEqual([false, true]);
});

test('a notification opens its page, and no page of another website or outside of /book', async () => {
  const { handle, shown, opened } = await openWorker();
  const payload = { title: 'A spot opened up: Flow', body: 'Thursday, 18:00', url: `${TICKET}/accept`, tag: '1' };
  await handle('push', { data: { json: () => payload } });
  expect(shown).toMatchObject([{ title: payload.title, body: payload.body, tag: '1', data: { url: payload.url } }]);
  for (const url of [payload.url, undefined, 'https://evil.example/book', '/manage', '//evil.example/book']) {
    await handle('notificationclick', { notification: { data: { url }, close: () => {} } });
  }
  const [first, ...others] = opened.map((url) => url.replace('http://localhost', ''));
  expect([first, new Set(others)]).toEqual([`${TICKET}/accept`, new Set(['/book/me'])]);
});
