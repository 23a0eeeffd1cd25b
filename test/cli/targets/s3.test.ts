import { afterEach, describe, expect, test } from 'bun:test';
import { Copies } from '../../../src/cli/targets/copies.ts';
import { s3Target } from '../../../src/cli/targets/s3.ts';

type Answer = (request: Request, url: URL) => Response | Promise<Response>;

const servers: Bun.Server<undefined>[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop(true);
});

const XML = { headers: { 'content-type': 'application/xml' } };
const busy = (): Response =>
  new Response('<Error><Code>SlowDown</Code><Message>Reduce your request rate.</Message></Error>', {
    status: 503,
    ...XML,
  });

/** A storage that answers as `answer` says, and the target that uses it. */
const storage = (answer: Answer) => {
  const asked: string[] = [];
  const waits: number[] = [];
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch(request) {
      const url = new URL(request.url);
      asked.push(`${request.method} ${url.pathname}`);
      // More than any of these needs: a loop without an end fails here, and does not hang.
      if (asked.length > 50) return new Response('', { status: 410 });
      return answer(request, url);
    },
  });
  servers.push(server);
  const access = { accessKeyId: 'id', secretAccessKey: 'secret', endpoint: server.url.origin, region: undefined };
  const target = s3Target('s3://studio/harbour', access, async (milliseconds) => void waits.push(milliseconds));
  return { target, asked, waits };
};

interface Page {
  readonly keys: readonly string[];
  readonly next?: string;
  readonly isTruncated?: boolean;
}

const pageOf = ({ keys, next, isTruncated = next !== undefined }: Page): Response => {
  const contents = keys.map((key) => `<Contents><Key>harbour/${key}</Key><Size>5</Size></Contents>`).join('');
  const token = next === undefined ? '' : `<NextContinuationToken>${next}</NextContinuationToken>`;
  return new Response(
    `<ListBucketResult><IsTruncated>${isTruncated}</IsTruncated>${token}${contents}</ListBucketResult>`,
    XML,
  );
};

const tokenOf = (url: URL): string => url.searchParams.get('continuation-token') ?? '';

describe('a list', () => {
  test('goes on with the token of the storage, which may ignore start-after', async () => {
    const pages: Record<string, Page> = {
      '': { keys: ['a', 'b'], next: 'two' },
      two: { keys: ['c'], next: 'three' },
      three: { keys: ['d'] },
    };
    const { target, asked } = storage((_, url) => pageOf(pages[tokenOf(url)] ?? { keys: [] }));
    expect((await target.list()).map(({ name }) => name)).toEqual(['a', 'b', 'c', 'd']);
    expect(asked).toHaveLength(3);
  });

  test('goes on after the last key where a storage has no token', async () => {
    const { target } = storage((_, url) =>
      url.searchParams.get('start-after') === 'harbour/b'
        ? pageOf({ keys: ['c'] })
        : pageOf({ keys: ['a', 'b'], isTruncated: true }),
    );
    expect((await target.list()).map(({ name }) => name)).toEqual(['a', 'b', 'c']);
  });

  test.each<[string, Page, number]>([
    ['the same page again and again', { keys: ['a', 'b'], next: 'two' }, 2],
    ['an empty page that says there are more', { keys: [], next: 'two' }, 1],
    ['an empty page that says there are more, without a token', { keys: [], isTruncated: true }, 1],
  ])('ends with an error at %s', async (_, page, requests) => {
    const { target, asked } = storage(() => pageOf(page));
    await expect(target.list()).rejects.toThrow('the storage did not continue its list');
    expect(asked).toHaveLength(requests);
  });
});

describe('a storage that is busy', () => {
  /** Answers `SlowDown` so many times to each kind of request. */
  const busyFor = (times: number, answer: Answer): Answer => {
    const left = new Map<string, number>();
    return (request, url) => {
      const kind = `${request.method} ${tokenOf(url)}`;
      const rest = left.get(kind) ?? times;
      left.set(kind, rest - 1);
      return rest > 0 ? busy() : answer(request, url);
    };
  };

  test('is asked again after a while: list, read, remove', async () => {
    const answer = busyFor(2, (request) =>
      request.method === 'GET' ? pageOf({ keys: ['a'] }) : new Response(null, { status: 204 }),
    );
    const { target, waits } = storage(answer);
    expect(await target.list()).toEqual([{ name: 'a', bytes: 5 }]);
    await target.remove('a');
    expect(waits).toEqual([1_000, 2_000, 1_000, 2_000]);
    const reading = storage(busyFor(1, () => new Response('hello', { status: 206 })));
    const read: Uint8Array[] = [];
    for await (const piece of reading.target.get('a', 5)) read.push(piece);
    expect(Buffer.concat(read).toString()).toBe('hello');
    expect(reading.waits).toEqual([1_000]);
  });

  test('gets a file anew from its first byte', async () => {
    let body = '';
    // The client itself tries a small file four times without a pause.
    const { target, waits } = storage(
      busyFor(5, async (request) => {
        body = await request.text();
        return new Response('');
      }),
    );
    let made = 0;
    await target.put('a', async () => {
      made += 1;
      const bytes = (async function* () {
        yield new TextEncoder().encode('hello');
      })();
      return { bytes, size: 5 };
    });
    expect({ body, made, waits }).toEqual({ body: 'hello', made: 2, waits: [1_000] });
  });

  test('is given up after three waits, and its words are said', async () => {
    const { target, waits, asked } = storage(busy);
    await expect(target.list()).rejects.toThrow('SlowDown: Reduce your request rate.');
    expect([waits, asked.length]).toEqual([[1_000, 2_000, 4_000], 4]);
  });

  test('is no other error: a refusal is not asked again', async () => {
    const { target, waits } = storage(
      () => new Response('<Error><Code>AccessDenied</Code><Message>No.</Message></Error>', { status: 403, ...XML }),
    );
    await expect(target.list()).rejects.toThrow('AccessDenied: No.');
    expect(waits).toEqual([]);
  });
});

test('an update of copies with a list that does not end removes and copies nothing', async () => {
  const { target, asked } = storage(() => pageOf({ keys: ['studiod-20200101T041700000Z.db'], next: 'again' }));
  await expect(new Copies(target, undefined).update('/nonexistent', 0)).rejects.toThrow('did not continue its list');
  expect(asked.every((request) => request.startsWith('GET '))).toBe(true);
});
