import { afterEach, beforeEach, expect, spyOn, test } from 'bun:test';

/** Only what runs in a browser is type-checked with it. */
const kioskModule = (name: string) => import(`../../../src/console/kiosk/${name}.ts`);
const { forgetKiosk, keepKioskSite, keepKioskToken } = await kioskModule('api');
const { checkIn, dropUnsent, queuedCount, sendQueued, unsent } = await kioskModule('queue');

const UPTOWN = { siteId: 'uptown', siteName: 'Uptown' };
const DOWNTOWN = { siteId: 'downtown', siteName: 'Downtown' };

let isOnline = true;
/** The codes that the server was sent, with the token of the kiosk. */
let arrived: string[] = [];
const answer = async (_: unknown, init?: RequestInit): Promise<Response> => {
  if (!isOnline) throw new TypeError('no connection');
  const { code } = JSON.parse(String(init?.body));
  arrived.push(`${new Headers(init?.headers).get('x-kiosk-token')} ${code}`);
  return Response.json({ object: 'kiosk_check_in', result: 'in' });
};
let sent: { mockRestore: () => void };

beforeEach(() => {
  [isOnline, arrived] = [true, []];
  sent = spyOn(globalThis, 'fetch').mockImplementation(Object.assign(answer, { preconnect: () => undefined }));
});
afterEach(() => {
  for (const { key } of unsent()) dropUnsent(key);
  forgetKiosk();
  sent.mockRestore();
});

const startAt = (site: typeof UPTOWN): void => {
  keepKioskToken(`token-${site.siteId}`);
  keepKioskSite(site);
};
const keep = async (code: string): Promise<void> => {
  isOnline = false;
  await checkIn({ code }, '');
  isOnline = true;
};

test('the next kiosk of the site sends what the one before has kept', async () => {
  startAt(UPTOWN);
  await keep('1');
  forgetKiosk();
  startAt(UPTOWN);
  await sendQueued();
  expect([arrived, queuedCount(), unsent()]).toEqual([['token-uptown 1'], 0, []]);
});

test('a kiosk of another site sends nothing of it: the front desk sees where it was, and the tablet sends it back there', async () => {
  startAt(UPTOWN);
  await keep('1');
  forgetKiosk();
  startAt(DOWNTOWN);
  await keep('2');
  expect(queuedCount()).toBe(1);
  await sendQueued();
  expect([arrived, queuedCount()]).toEqual([['token-downtown 2'], 0]);
  expect(unsent()).toMatchObject([{ body: { code: '1' }, elsewhere: 'Uptown' }]);
  startAt(UPTOWN);
  expect([queuedCount(), unsent()]).toEqual([1, []]);
  await sendQueued();
  expect([arrived, queuedCount()]).toEqual([['token-downtown 2', 'token-uptown 1'], 0]);
});
