import { expect, test } from 'bun:test';
import { askFor } from '../../../src/pages/book/ask.ts';

test('a path that stands for another one is refused, and nothing is sent', async () => {
  const sent: string[] = [];
  const ask = askFor({
    send: async ({ url }) => {
      sent.push(url);
      return Response.json({});
    },
    rootUrl: 'http://localhost:8420',
    siteId: 'x',
    visitor: new Request('http://localhost:8420/book'),
    setCookie: () => {},
  });
  for (const id of ['../cards/y', '..', '.', '%2e%2e/y', 'a\\..\\b', 'a#b', 'a\tb']) {
    await expect(ask('POST', `/things/${id}/end`)).rejects.toMatchObject({ status: 404 });
  }
  expect(sent).toEqual([]);
  for (const path of ['/things/a%2F..%2Fb/end', '/things/a?expand=b.c', '/things']) await ask('GET', path);
  expect(sent.length).toBe(3);
});
