import { afterEach, describe, expect, test } from 'bun:test';
import { createSocket, type Socket } from 'node:dgram';
import { createResolver, NameNotFound, type ResolvedAddress, resolveHost } from '../../src/kernel/host-names.ts';

const ADDRESS = { address: '192.0.2.7', family: 4 };

/** A resolver whose look-ups the test answers, and whose stopwatch it moves. */
const open = () => {
  const asked: { hostname: string; answer(addresses: readonly ResolvedAddress[]): void; fail(): void }[] = [];
  let now = 0;
  const { resolve } = createResolver(
    (hostname) =>
      new Promise((answer, reject) => asked.push({ hostname, answer, fail: () => reject(new Error('ENOTFOUND')) })),
    () => now,
  );
  const pass = (milliseconds: number): void => {
    now += milliseconds;
  };
  return { asked, resolve, pass };
};

describe('the resolver', () => {
  test('asks once for a name that several look up at the same time, and again later', async () => {
    const { asked, resolve } = open();
    const both = [resolve('a.example'), resolve('a.example'), resolve('b.example')];
    expect(asked.map(({ hostname }) => hostname)).toEqual(['a.example', 'b.example']);
    for (const { answer } of asked) answer([ADDRESS]);
    expect(await Promise.all(both)).toEqual([[ADDRESS], [ADDRESS], [ADDRESS]]);
    const again = resolve('a.example');
    asked[2]?.answer([ADDRESS]);
    expect(await again).toEqual([ADDRESS]);
  });

  test('remembers for a minute that a name has no address', async () => {
    const { asked, resolve, pass } = open();
    const first = resolve('gone.example');
    asked[0]?.fail();
    expect(first).rejects.toBeInstanceOf(NameNotFound);
    await first.catch(() => {});
    pass(59_999);
    expect(resolve('gone.example')).rejects.toBeInstanceOf(NameNotFound);
    expect(asked.length).toBe(1);
    pass(1);
    const again = resolve('gone.example');
    asked[1]?.answer([ADDRESS]);
    expect(await again).toEqual([ADDRESS]);
  });

  test('finds localhost in the file of hosts', async () => {
    const found = await resolveHost('localhost');
    expect(found.every(({ address }) => address === '127.0.0.1' || address === '::1')).toBe(true);
  });
});

describe('a name server that is silent', () => {
  let socket: Socket | undefined;
  afterEach(() => {
    process.getBuiltinModule('node:dns').setServers(servers);
    socket?.close();
  });
  const servers = process.getBuiltinModule('node:dns').getServers();

  test('holds up no file and no compression, with more names than there are threads', async () => {
    let asks = 0;
    socket = createSocket('udp4').on('message', () => {
      asks += 1;
    });
    const bound = socket;
    await new Promise<void>((resolve) => bound.bind(0, '127.0.0.1', resolve));
    process.getBuiltinModule('node:dns').setServers([`127.0.0.1:${bound.address().port}`]);
    const ended: string[] = [];
    const names = Array.from({ length: 18 }, (_, number) => `${number}.silent.example`);
    const lookUps = names.map((name) => resolveHost(name).catch(() => ended.push(name)));
    await Bun.file(import.meta.path).text();
    await Bun.zstdCompress(Buffer.alloc(1_000_000));
    await process.getBuiltinModule('node:fs').promises.stat(import.meta.path);
    // Each would have waited for two of the names.
    expect(ended).toEqual([]);
    await Promise.all(lookUps);
    expect(ended.length).toBe(names.length);
    expect(asks).toBeGreaterThan(0);
  });
});
