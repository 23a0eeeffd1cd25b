import { expect, test } from 'bun:test';
import { openForDana } from '../../helpers/member-pages.ts';

const addressIn = (text: string): string => /<p class="address">([^<]+)<\/p>/.exec(text)?.[1] ?? '';

test('a member renews the address of their calendar, turns it off, and gets another one', async () => {
  const dana = await openForDana();
  const statusOf = async (url: string): Promise<number> => (await dana.app.fetch(new Request(url))).status;
  const press = async (path: string): Promise<string> => {
    const { status, to } = await dana.press('/book/me', {}, path);
    expect([status, to]).toEqual([303, '/book/me?calendar#calendar']);
    return dana.page('/book/me?calendar');
  };
  const first = addressIn(await dana.page('/book/me'));
  expect(await statusOf(first)).toBe(200);

  const renewed = await press('/book/me/calendar/renew');
  expect(renewed).toContain('There’s a new address. The old one no longer works.');
  const second = addressIn(renewed);
  expect([await statusOf(first), await statusOf(second)]).toEqual([404, 200]);

  const off = await press('/book/me/calendar/withdraw');
  expect([addressIn(off), await statusOf(second)]).toEqual(['', 404]);
  expect(off).toContain('Get an address');

  const third = addressIn(await press('/book/me/calendar/renew'));
  expect(new Set([first, second, third]).size).toBe(3);
  expect(await statusOf(third)).toBe(200);
  await dana.app.stop();
});
