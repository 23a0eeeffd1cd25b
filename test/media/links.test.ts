import { describe, expect, test } from 'bun:test';
import { createSeal } from '../../src/database/seal.ts';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { systemRandom } from '../../src/kernel/random.ts';
import { createMediaLinks, LINK_LIFETIME_MS } from '../../src/media/links.ts';

const random = systemRandom();
const NOW = Date.parse('2026-03-02T08:00:00.900Z');
const MEDIA = '01950000-0000-7000-8000-0000000000aa';
const OTHER = '01950000-0000-7000-8000-0000000000bb';
const CLIENT = '01950000-0000-7000-8000-0000000000cc';

const key = createSeal(random.bytes(32), random).keyFor('media links');
const links = createMediaLinks(() => key);
const signed = { id: MEDIA, playbackPolicy: 'signed' } as const;
const tokenOf = (path: string) => path.split('/')[2] ?? '';

describe('signed links', () => {
  const link = links.linkFor(signed, { kind: 'member', through: 'sign-in', clientId: CLIENT, credentialId: 'x' }, NOW);
  const token = tokenOf(link.pathOf('a'));

  test('the path has the token, the media and the file; it is valid for 4 hours, in whole seconds', () => {
    expect(link.pathOf('hls/master.m3u8')).toBe(`/media/${token}/${MEDIA}/hls/master.m3u8`);
    expect(link.expiresAt).toBe('2026-03-02T12:00:00.000Z');
    expect(links.stateOf(token, MEDIA, 'a', NOW)).toEqual({ is: 'valid', holder: { clientId: CLIENT } });
    const end = Date.parse('2026-03-02T12:00:00.000Z');
    expect(end).toBeLessThanOrEqual(NOW + LINK_LIFETIME_MS);
    expect(links.stateOf(token, MEDIA, 'a', end - 1)).toEqual({ is: 'valid', holder: { clientId: CLIENT } });
    expect(links.stateOf(token, MEDIA, 'a', end)).toEqual({ is: 'expired' });
  });

  test('a token of another media or of another installation is invalid', () => {
    expect(links.stateOf(token, OTHER, 'a', NOW)).toEqual({ is: 'invalid' });
    const foreign = createMediaLinks(() => createSeal(random.bytes(32), random).keyFor('media links'));
    expect(foreign.stateOf(token, MEDIA, 'a', NOW)).toEqual({ is: 'invalid' });
  });

  test('a token that is cut or changed anywhere is invalid', () => {
    for (let length = 0; length < token.length; length += 1) {
      expect(links.stateOf(token.slice(0, length), MEDIA, 'a', NOW)).toEqual({ is: 'invalid' });
    }
    for (let at = 0; at < token.length; at += 1) {
      const other = token[at] === 'b' ? 'c' : 'b';
      // The last character has 4 bits of the code, so a change of the other 2 is another text of the same bytes.
      expect(links.stateOf(token.slice(0, at) + other + token.slice(at + 1), MEDIA, 'a', NOW)).toEqual({
        is: 'invalid',
      });
    }
    const [expiry = '', ...rest] = token.split('.');
    const later = (Number.parseInt(expiry, 36) + 3600).toString(36);
    for (const changed of [[later, ...rest].join('.'), `${token}.`, `${token}A`, ` ${token}`, '..', '']) {
      expect(links.stateOf(changed, MEDIA, 'a', NOW)).toEqual({ is: 'invalid' });
    }
  });

  test('the holder is a client, a credential, or a credential that acted for a client', () => {
    const key = { kind: 'business', credentialId: 'key-1' } as const;
    const business = links.linkFor(signed, key, NOW).pathOf('a');
    expect([tokenOf(business).split('.')[1], token.split('.')[1]]).toEqual(['c-key-1', `m-${CLIENT}`]);
    expect(links.stateOf(tokenOf(business), MEDIA, 'a', NOW)).toEqual({
      is: 'valid',
      holder: { credentialId: 'key-1' },
    });
    const acting = tokenOf(
      links.linkFor(signed, { ...key, kind: 'member', through: 'business', clientId: CLIENT }, NOW).pathOf('a'),
    );
    const holder = { clientId: CLIENT, credentialId: 'key-1' };
    expect(links.stateOf(acting, MEDIA, 'a', NOW)).toEqual({ is: 'valid', holder });
    expect(() => links.linkFor(signed, { ...key, credentialId: 'a/b' }, NOW)).toThrow();
  });
});

describe('links of one file', () => {
  const member = { kind: 'member', through: 'sign-in', clientId: CLIENT, credentialId: 'x' } as const;
  const path = links.filePathFor(signed, 'poster', member, NOW);
  const token = tokenOf(path);

  test('the token opens its file only, and cannot be made one of all files', () => {
    expect(path).toBe(`/media/${token}/${MEDIA}/poster`);
    expect(links.stateOf(token, MEDIA, 'poster', NOW)).toEqual({ is: 'valid', holder: { clientId: CLIENT } });
    for (const file of ['source.mp4', 'captions/en.vtt', 'hls/master.m3u8', 'poster/', '']) {
      expect(links.stateOf(token, MEDIA, file, NOW)).toEqual({ is: 'invalid' });
    }
    const [expiry, holder, , code] = token.split('.');
    const widened = [expiry, holder, code].join('.');
    const other = [expiry, holder, 'source', code].join('.');
    for (const changed of [widened, other]) {
      for (const file of ['source', 'poster']) {
        expect(links.stateOf(changed, MEDIA, file, NOW)).toEqual({ is: 'invalid' });
      }
    }
    expect(links.stateOf(token, OTHER, 'poster', NOW)).toEqual({ is: 'invalid' });
  });

  test('it is the same within an hour, and valid for three to four hours', () => {
    const start = Date.parse('2026-03-02T08:00:00.000Z');
    const at = (ms: number) => tokenOf(links.filePathFor(signed, 'poster', member, ms));
    expect(at(start)).toBe(at(start + HOUR_MS - 1));
    expect(at(start)).not.toBe(at(start + HOUR_MS));
    for (const made of [start, start + HOUR_MS - 1]) {
      expect(links.stateOf(at(made), MEDIA, 'poster', start + 4 * HOUR_MS - 1).is).toBe('valid');
      expect(links.stateOf(at(made), MEDIA, 'poster', start + 4 * HOUR_MS).is).toBe('expired');
    }
  });

  test('that of a public media has no token', () => {
    const shared = { id: MEDIA, playbackPolicy: 'public' } as const;
    expect(links.filePathFor(shared, 'poster', member, NOW)).toBe(`/media/public/${MEDIA}/poster`);
  });
});

test('a public media has no token and does not expire', () => {
  const link = links.linkFor({ id: MEDIA, playbackPolicy: 'public' }, { kind: 'business', credentialId: 'x' }, NOW);
  expect([link.pathOf('poster.jpg'), link.expiresAt]).toEqual([`/media/public/${MEDIA}/poster.jpg`, null]);
  expect(links.stateOf('public', MEDIA, 'a', NOW)).toEqual({ is: 'public' });
});

test('the key follows from the key of the installation and the purpose', () => {
  const bytes = random.bytes(32);
  const [first, again] = [createSeal(bytes, random), createSeal(bytes, random)];
  expect(first.keyFor('media links')).toEqual(again.keyFor('media links'));
  expect(first.keyFor('media links')).not.toEqual(first.keyFor('others'));
  expect(first.keyFor('media links')).toHaveLength(32);
});
