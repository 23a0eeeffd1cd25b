import { describe, expect, test } from 'bun:test';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { isoInstant, systemClock } from '../../src/kernel/clock.ts';
import { DAY_MS, HOUR_MS } from '../../src/kernel/durations.ts';
import { createMediaStore } from '../../src/media/store.ts';
import { addEvent, change, checkOf, findingsOf, library, wholeDirectories } from '../helpers/doctor.ts';
import { studiod } from '../helpers/process.ts';
import { startStripeMock } from '../payments-processor/stripe/stripe-mock.ts';

const { root, whole, copy, examine } = wholeDirectories();

describe('webhooks', () => {
  const endpoint = (status: string, failures: number) =>
    `insert into webhookEndpoints (id, name, url, eventTypes, locationScope, secret, secretLast4, status, consecutiveFailures, createdAt, updatedAt)
     values ('w1', 'Door', 'https://door.example/secret-path', '["*"]', 'all', x'00', 'abcd', '${status}', ${failures}, '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`;

  test('a failing endpoint, without what its address may hold', async () => {
    const directory = copy();
    change(directory, endpoint('failing', 4));
    const report = await examine(directory);
    expect(findingsOf(report)).toEqual({ webhooks: 'warning' });
    expect(checkOf(report, 'webhooks').message).toBe(
      "Endpoint 'Door' (door.example) is failing after 4 failed events in a row.",
    );
  });

  test('an event that waits for too long', async () => {
    const directory = copy();
    addEvent(directory, systemClock.now() - 5 * HOUR_MS);
    change(
      directory,
      endpoint('enabled', 0),
      `insert into queueJobs (queue, key, lane, dueAt)
       select 'webhooks', id, 'w1', '${isoInstant(systemClock.now() - 5 * HOUR_MS)}' from events limit 1`,
    );
    const report = await examine(directory);
    expect(findingsOf(report)).toEqual({ webhooks: 'warning' });
    expect(checkOf(report, 'webhooks').message).toContain('for 5 hours');
  });
});

describe('processor', () => {
  const env = (url: string) => ({
    STUDIOD_PROCESSOR: 'stripe',
    STUDIOD_STRIPE_SECRET_KEY: 'sk_test_PlantedSecretKey',
    STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_test_mock',
    STUDIOD_STRIPE_WEBHOOK_SECRET: 'whsec_Planted',
    STUDIOD_STRIPE_API_URL: url,
  });

  test('one that answers, one that cannot be reached, and keys of two modes; no key is printed', async () => {
    const stripe = await startStripeMock();
    const directory = copy();
    try {
      expect(checkOf(await examine(directory, [], env(stripe.url)), 'processor')).toMatchObject({ status: 'ok' });
    } finally {
      stripe.stop();
    }
    const unreachable = await examine(directory, [], env('http://127.0.0.1:1'));
    expect([unreachable.code, checkOf(unreachable, 'processor').status]).toEqual([1, 'failed']);
    const mixed = await examine(directory, [], { ...env(stripe.url), STUDIOD_STRIPE_PUBLISHABLE_KEY: 'pk_live_1' });
    expect(checkOf(mixed, 'processor')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('Set two keys of the same mode'),
    });
    expect(JSON.stringify([unreachable, mixed])).not.toContain('Planted');
  }, 60_000);
});

test('issuer: one that answers, one without keys, one that does not exist', async () => {
  const directory = copy();
  let keys: object[] = [{ kty: 'EC', crv: 'P-256', kid: '1' }];
  const provider: Bun.Server<undefined> = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request) =>
      Response.json(
        request.url.endsWith('/jwks')
          ? { keys }
          : { issuer: provider.url.origin, jwks_uri: `${provider.url.origin}/jwks` },
      ),
  });
  const { origin } = provider.url;
  const found = async () =>
    checkOf(await examine(directory, ['--member-issuer', origin, '--member-audience', 'app']), 'issuer');
  expect(await found()).toMatchObject({ status: 'ok', message: `${origin} has 1 key.` });
  keys = [];
  expect(await found()).toMatchObject({ status: 'failed', message: `${origin}/jwks has no keys.` });
  await provider.stop(true);
  expect(await found()).toMatchObject({ status: 'failed', message: expect.stringContaining('cannot sign in') });
  expect(checkOf(await examine(directory, ['--member-issuer', origin]), 'issuer').status).toBe('failed');
});

describe('media', () => {
  const addFile = (directory: string, content: string): string => {
    const sha256 = createHash('sha256').update(content).digest('hex');
    const path = createMediaStore({ directory: join(directory, 'media') }).path(sha256);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
    const now = isoInstant(systemClock.now());
    change(
      directory,
      `insert into mediaFiles (id, sizeBytes, createdAt, updatedAt) values ('${sha256}', ${content.length}, '${now}', '${now}')`,
    );
    return path;
  };

  test('whole, missing, cut and changed files', async () => {
    const directory = copy();
    const [removed, cut, changed] = ['one', 'two', 'three', 'four'].map((text) => addFile(directory, text.repeat(99)));
    expect(checkOf(await examine(directory), 'media')).toMatchObject({
      status: 'ok',
      message: expect.stringContaining('4 media files are present'),
    });
    rmSync(String(removed));
    truncateSync(String(cut), 5);
    writeFileSync(String(changed), 'x'.repeat(495));
    for (const words of [[], ['--all']]) {
      const report = await examine(directory, words);
      expect([report.code, findingsOf(report)]).toEqual([1, { media: 'failed' }]);
      expect(checkOf(report, 'media').message).toContain('1 of 4 media files are missing');
      expect(checkOf(report, 'media').message).toContain('2 of 4 media files are damaged');
      expect(checkOf(report, 'media').action).toMatch(/^Put the files back .+ Remove the damaged files, .+\.$/);
    }
  });

  test('a program that makes renditions is missing', async () => {
    const directory = copy();
    expect(checkOf(await examine(directory, ['--ffmpeg', 'no-such-program']), 'media')).toMatchObject({
      status: 'failed',
      message: "Program 'no-such-program' was not found.",
    });
    const path = { PATH: resolve(root) };
    expect(checkOf(await examine(directory, [], path), 'media').status).toBe('ok');
    change(
      directory,
      `insert into contentMedia (id, kind, status, title, playbackPolicy, createdAt, updatedAt)
       values ('m1', 'video', 'ready', 'Video', 'public', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z')`,
    );
    expect(checkOf(await examine(directory, [], path), 'media')).toMatchObject({
      status: 'warning',
      message: expect.stringContaining('ffmpeg was not found on PATH'),
    });
  });
});

test('last backup: none, an old one, one that was cut', async () => {
  const directory = copy();
  const backups = join(directory, 'backups');
  const manifest = join(backups, readdirSync(backups).find((name) => name.endsWith('.json')) ?? '');
  const content = JSON.parse(readFileSync(manifest, 'utf8'));
  writeFileSync(manifest, JSON.stringify({ ...content, createdAt: isoInstant(systemClock.now() - 5 * DAY_MS) }));
  const old = await examine(directory);
  expect([old.code, findingsOf(old)]).toEqual([1, { last_backup: 'failed' }]);
  expect(checkOf(old, 'last_backup').message).toContain('is 5 days old');
  expect(findingsOf(await examine(directory, ['--backup-schedule', 'off']))).toEqual({ last_backup: 'warning' });
  writeFileSync(manifest, JSON.stringify(content));
  truncateSync(join(backups, content.file), 100);
  expect(checkOf(await examine(directory), 'last_backup').message).toContain('has 100 bytes instead of');
  rmSync(backups, { recursive: true });
  expect(checkOf(await examine(directory), 'last_backup')).toMatchObject({
    status: 'ok',
    message: expect.stringContaining('The server makes the first one at 17 4 * * * (UTC).'),
  });
  expect(findingsOf(await examine(directory, ['--backup-schedule', 'off']))).toEqual({ last_backup: 'warning' });
  change(
    directory,
    `update settings set createdAt = '${isoInstant(systemClock.now() - 3 * DAY_MS)}' where scope = 'brand'`,
  );
  expect(findingsOf(await examine(directory))).toEqual({ last_backup: 'warning' });
});

describe('proxy and TLS', () => {
  test.each([
    [['--host', '0.0.0.0'], 'failed', 'without TLS would expose API keys'],
    [['--behind-proxy'], 'warning', 'every request seems to come from the proxy'],
    [['--behind-proxy', '--trusted-proxies', '0.0.0.0/0'], 'failed', 'includes every address'],
    [['--public-url', 'http://studio.example'], 'warning', 'has no TLS'],
  ])('%p is %s', async (words, status, message) => {
    const report = await examine(whole, words);
    expect(findingsOf(report)).toMatchObject({ proxy: status });
    expect(checkOf(report, 'proxy').message).toContain(message);
  });

  test('a certificate that is missing, and one that has ended', async () => {
    const missing = await examine(whole, ['--tls-cert', 'no.pem', '--tls-key', 'no.pem']);
    expect(checkOf(missing, 'tls')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('cannot be read'),
    });
    const files = resolve(import.meta.dir, '../fixtures/tls');
    const given = ['--tls-cert', join(files, 'loopback.pem'), '--tls-key', join(files, 'loopback.key')];
    expect(checkOf(await examine(whole, given), 'tls').status).toBe('ok');
    if (library === undefined) return;
    const late = { LD_PRELOAD: String(library), FAKETIME: '@2121-01-01 00:00:00' };
    expect(checkOf(await examine(whole, given, late), 'tls')).toMatchObject({
      status: 'failed',
      message: expect.stringContaining('loopback.pem expired'),
    });
  });
});

test('exit 2 for a wrong setting', async () => {
  const { code, err } = await studiod({ cwd: root }, 'doctor', '--port', 'x');
  expect([code, err]).toEqual([2, expect.stringContaining('--port must be a whole number')]);
});
