import { describe, expect, test } from 'bun:test';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { testsEverything } from '../helpers/everything.ts';
import { folderForEachTest, type Server, startServer, studiod } from '../helpers/process.ts';

const cwd = folderForEachTest();
let server: Server;

const HARBOUR = [
  '--name',
  'Harbour Yoga',
  '--timezone',
  'Europe/Lisbon',
  '--currency',
  'EUR',
  '--locale',
  'pt-PT',
  '--site-name',
  'Cais',
];

/** The brand and its only site, as a key that the verb made reads them. */
const readStudio = async () => {
  const { key } = JSON.parse((await studiod({ cwd }, 'key', 'create', '--json')).out);
  const get = async (path: string) =>
    (await server.call('GET', `/v2${path}`, undefined, { 'x-service-api-key': key })).body;
  const { brand, payment } = await get('/settings');
  const sites: { id: string; name: string; timezone: string; currency: string }[] = (await get('/sites')).data;
  const [site] = sites;
  expect(sites).toHaveLength(1);
  expect(brand.defaultSiteId).toBe(site?.id);
  return {
    brand: [brand.name, brand.defaultTimezone, brand.locale, payment.currency],
    site: [site?.name, site?.timezone, site?.currency],
  };
};

const HARBOUR_STUDIO = {
  brand: ['Harbour Yoga', 'Europe/Lisbon', 'pt-PT', 'EUR'],
  site: ['Cais', 'Europe/Lisbon', 'EUR'],
};

/** Starts and stops the server; returns what it said on stderr, without the lines of its log. */
const startOnce = async (env: Record<string, string>, ...words: string[]): Promise<string[]> => {
  const once = await startServer({ cwd, env }, 'serve', '--log-level', 'error', ...words);
  expect(await once.stop()).toBe(0);
  return (await once.err).split('\n').filter((line) => line !== '');
};

describe('the first start', () => {
  test('sets the brand and its site by the flags', async () => {
    server = await startServer({ cwd }, 'serve', ...HARBOUR);
    expect(await readStudio()).toEqual(HARBOUR_STUDIO);
  });

  test('without flags takes the defaults, and the time zone of the machine', async () => {
    server = await startServer({ cwd, env: { TZ: 'Asia/Tokyo' } }, 'serve');
    expect(await readStudio()).toEqual({
      brand: ['My studio', 'Asia/Tokyo', 'en-US', 'USD'],
      site: ['Main', 'Asia/Tokyo', 'USD'],
    });
  });

  test('counts also after a key was made in the new directory', async () => {
    expect((await studiod({ cwd }, 'key', 'create', '--new-data')).code).toBe(0);
    server = await startServer({ cwd }, 'serve', ...HARBOUR);
    expect(await readStudio()).toEqual(HARBOUR_STUDIO);
  });
});

describe('a later start', () => {
  test('leaves everything as it is, and says so', async () => {
    expect(await startOnce({}, ...HARBOUR)).toEqual([]);
    const late = ['--name', 'Another', '--timezone', 'EST', '--site-name', 'Elsewhere'];
    const [note, ...others] = await startOnce({}, ...late);
    expect(note).toContain(
      'studiod: warning: --name, --timezone, --site-name: ignored, because the studio already exists',
    );
    expect(note).toContain('PATCH /v2/settings');
    expect(others).toEqual([]);
    server = await startServer({ cwd }, 'serve');
    expect(await readStudio()).toEqual(HARBOUR_STUDIO);
  });

  test('with the flags of the first start, as a unit has them, says nothing', async () => {
    expect(await startOnce({}, ...HARBOUR)).toEqual([]);
    expect(await startOnce({}, ...HARBOUR)).toEqual([]);
    const [note] = await startOnce({}, '--name', 'Another', '--currency', 'EUR');
    expect(note).toContain('studiod: warning: --name: ignored');
  });

  test('without these flags says nothing, and writes nothing', async () => {
    await startOnce({});
    server = await startServer({ cwd }, 'serve', '--log-level', 'error');
    expect((await fetch(`${server.ready.baseUrl}/health`)).status).toBe(200);
    // The log is there from the start, and has every commit.
    expect(statSync(join(cwd, 'studiod-data', 'studiod.db-wal')).size).toBe(0);
    expect(await server.stop()).toBe(0);
    expect((await server.err).trim()).toBe('');
  });
});

describe('a time zone without daylight saving that stands for one with it', () => {
  const SHORT = [
    ['EST', 'America/New_York'],
    ['MST', 'America/Denver'],
  ] as const;
  test.each(testsEverything ? SHORT : SHORT.slice(0, 1))(
    '%s is warned about on stderr, and taken',
    async (zone, place) => {
      const [warning, ...others] = await startOnce({}, '--timezone', zone);
      expect(warning).toContain(`studiod: warning: time zone ${zone} has no daylight saving time`);
      expect(warning).toContain(place);
      expect(others).toEqual([]);
      server = await startServer({ cwd }, 'serve');
      expect((await readStudio()).brand[1]).toBe(zone);
    },
  );

  test('is warned about when it is that of the machine', async () => {
    const [warning] = await startOnce({ TZ: 'EST' });
    expect(warning).toContain('time zone EST has no daylight saving time');
  });

  test('EST5EDT and a place without daylight saving are not warned about', async () => {
    expect(await startOnce({}, '--timezone', 'EST5EDT')).toEqual([]);
    expect(await startOnce({}, '--data', 'other', '--timezone', 'America/Phoenix')).toEqual([]);
  });
});

describe('a wrong value is a usage error, and creates nothing', () => {
  test.each([
    ['--name', '', '--name needs a value'],
    ['--data', '', '--data needs a value: --data PATH'],
    ['--name', 'x'.repeat(101), '--name must be one line of 1 to 100 characters'],
    ['--site-name', 'two\nlines', '--site-name must be one line of 1 to 100 characters'],
    ['--timezone', 'Middle/Earth', "--timezone must be an IANA time zone such as Europe/London, not 'Middle/Earth'"],
    ['--timezone', '+01:00', '--timezone must be an IANA time zone'],
    ['--currency', 'eur', "--currency must be an uppercase ISO 4217 code such as EUR, not 'eur'"],
    ['--locale', 'english', "--locale must be a BCP 47 locale such as en-GB, not 'english'"],
  ])('%s %p', async (flag, value, message) => {
    const { code, out, err } = await studiod({ cwd }, 'serve', '--port', '0', flag, value);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain(message);
    expect(existsSync(join(cwd, 'studiod-data'))).toBe(false);
  });

  test('all wrong values are named at once', async () => {
    const { code, err } = await studiod({ cwd }, 'serve', '--port', '0', '--currency', 'XXQ', '--locale', '_');
    expect(code).toBe(2);
    expect(err).toContain('--currency must be');
    expect(err).toContain('--locale must be');
  });

  test('the sandbox has its own studio and no such flags', async () => {
    const { code, err } = await studiod({ cwd }, 'sandbox', '--port', '0', '--timezone', 'Europe/Lisbon');
    expect(code).toBe(2);
    expect(err).toContain("Unknown option '--timezone'");
  });
});
