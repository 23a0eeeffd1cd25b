import { beforeAll, describe, expect, test } from 'bun:test';
import { MINUTE_MS } from '../../src/kernel/durations.ts';
import type { ApiResponse } from '../helpers/api.ts';
import { forAllTests, MAIN_SITE } from '../helpers/api.ts';
import { apiDocument } from '../helpers/api-document.ts';
import { addBooking, addSession } from '../helpers/bookings.ts';
import { openCardStudio } from '../helpers/cards.ts';
import { sellPackage, UNKNOWN } from '../helpers/sales.ts';

const ROOT = '/public-api/v2/member';

const { paths } = (await apiDocument()) as {
  paths: Record<string, Record<string, { parameters?: { name?: string }[] }>>;
};
const routes = Object.entries(paths)
  .filter(([path]) => path.startsWith(ROOT))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      isList: parameters.some(({ name }) => name === 'starting_after'),
    })),
  );

/** Bodies with the ids of records in them, for the operations that take any. */
const BODIES: Record<string, (ids: Record<string, string>) => object[]> = {
  [`${ROOT}/bookings`]: ({ packageId, sessionId, cardId }) => [
    { sessionId, packageId },
    { sessionId, paymentMethodId: cardId },
  ],
  [`${ROOT}/check-in`]: ({ bookingId, sessionId }) => [{ bookingId }, { sessionId }],
};

/** What an operation on a record needs in its body before it looks for the record. */
const OF_RECORDS: Record<string, (ids: Record<string, string>) => object> = {
  [`${ROOT}/bookings/{id}/move`]: ({ sessionId }) => ({ sessionId }),
  [`${ROOT}/bookings/{id}/guests`]: () => ({ firstName: 'Jo', payment: 'pass' }),
  [`${ROOT}/packages/{id}/card`]: () => ({ paymentMethodId: UNKNOWN }),
};

let me: Awaited<ReturnType<typeof studio.member>>;
/** Everything that the other member has, by what it is. */
const theirs: Record<string, string> = {};
const SECRETS = ['Secretive', 'other@example.com'];

const studio = forAllTests(openCardStudio);
beforeAll(async () => {
  await studio.patch('/v2/settings', { brand: { memberTier: 'pro' } });
  me = await studio.member();
  const other = await studio.member({ firstName: 'Secretive', email: 'other@example.com' });
  theirs.clientId = other.clientId;
  const held = await sellPackage(studio, other.clientId);
  theirs.packageId = held.id;
  theirs.paymentId = held.payment.id;
  theirs.sessionId = await addSession(studio, { dropInPrice: '{"amount":1500,"currency":"USD"}' });
  theirs.bookingId = await addBooking(studio, other.clientId, theirs.sessionId);
  theirs.cardId = (await studio.save(other)).id;
  theirs.checkinId = (await studio.post('/v2/checkins', { clientId: other.clientId, locationId: MAIN_SITE })).body.id;
  studio.events();
});

/** What tells of the other member: an id that the request did not bring, or a name. */
const leaks = (response: ApiResponse, sent: readonly (string | undefined)[] = []): string[] => {
  const text = JSON.stringify(response.body);
  const { sessionId: _shown, ...own } = theirs;
  return [...Object.values(own).filter((id) => !sent.includes(id)), ...SECRETS].filter((secret) =>
    text.includes(secret),
  );
};

describe("another member's records", () => {
  test('are 404 in the path of every member operation, as if they were not there', async () => {
    const withIds = routes.filter(({ path }) => path.includes('{'));
    expect(withIds.length).toBeGreaterThanOrEqual(6);
    for (const { method, path } of withIds) {
      const ask = (id: string) => me.call(method, path.replace(/\{\w+\}/g, id), OF_RECORDS[path]?.(theirs));
      const missing = await ask(UNKNOWN);
      expect([method, path, missing.status]).toEqual([method, path, 404]);
      for (const id of Object.values(theirs)) {
        const response = await ask(id);
        expect(leaks(response, [id])).toEqual([]);
        // A session is for everybody.
        if (id === theirs.sessionId && path.startsWith(`${ROOT}/sessions/`)) continue;
        expect([method, path, response.status, response.body.error.code]).toEqual([
          method,
          path,
          404,
          'resource_not_found',
        ]);
        expect(response.body.error.message).toBe(missing.body.error.message.replace(UNKNOWN, id));
      }
    }
    expect(studio.events()).toEqual([]);
  });

  test('are in no list, and no cursor of one', async () => {
    // Lists below a record are 404 for its id, as above.
    const lists = routes.filter(({ path, isList }) => isList && !path.includes('{'));
    expect(lists.length).toBeGreaterThanOrEqual(4);
    for (const { path } of lists) {
      const response = await me.call('GET', path);
      expect([path, response.status, leaks(response)]).toEqual([path, 200, []]);
      const { sessionId: _shown, ...own } = theirs;
      for (const id of Object.values(own)) {
        for (const cursor of ['starting_after', 'ending_before']) {
          const { status, body } = await me.call('GET', `${path}?${cursor}=${id}`);
          expect([path, cursor, status, body.error?.code]).toEqual([path, cursor, 400, 'cursor_invalid']);
        }
      }
    }
  });

  test('are 400 in a body, as what is not there, and nothing happens', async () => {
    for (const [path, bodies] of Object.entries(BODIES)) {
      for (const body of bodies(theirs)) {
        const response = await me.call('POST', path, body);
        expect([body, response.status, response.body.error.code]).toEqual([body, 400, 'resource_missing']);
        expect(leaks(response, Object.values(body))).toEqual([]);
      }
    }
    expect(studio.events()).toEqual([]);
  });

  test('are told by nothing else that a member can read', async () => {
    for (const { method, path } of routes.filter(
      (route) => route.method === 'GET' && !route.path.includes('{') && !route.path.endsWith('/live'),
    )) {
      const response = await me.call(method, path);
      expect([path, response.status, leaks(response)]).toEqual([path, 200, []]);
    }
  });
});

describe('every member operation', () => {
  const call = (method: string, path: string, headers: Record<string, string>) =>
    me.call(method, path.replace(/\{\w+\}/g, UNKNOWN), undefined, headers);

  test('bears the rate headers with its category, on refusals too', async () => {
    for (const { method, path } of routes) {
      // As often as a member can write.
      await studio.time.moveTo(studio.time.now() + 20_000);
      const { headers } = await call(method, path, {});
      expect([path, headers.get('x-ratelimit-category')]).toEqual([path, method === 'GET' ? 'read' : 'write']);
      expect(Number(headers.get('x-ratelimit-remaining'))).toBeGreaterThan(0);
    }
  });

  test('401 without a token, with an API key, or with a token that was tampered with', async () => {
    for (const { method, path } of routes) {
      // Refusals count in the bucket of the address.
      await studio.time.moveTo(studio.time.now() + MINUTE_MS);
      for (const headers of [
        { authorization: '' },
        { authorization: '', 'x-service-api-key': studio.mainKey },
        { authorization: 'Bearer a.b.c' },
      ]) {
        expect([path, (await call(method, path, headers)).status]).toEqual([path, 401]);
      }
    }
  });

  test('400 site_required without a site, or at one that is not there', async () => {
    for (const { method, path } of routes) {
      for (const site of ['', UNKNOWN]) {
        const { status, body } = await call(method, path, { 'x-site-id': site });
        expect([path, status, body.error.code]).toEqual([path, 400, 'site_required']);
      }
    }
  });

  test('403 member_not_found for a member who was archived', async () => {
    const gone = await studio.member();
    await studio.delete(`/v2/clients/${gone.clientId}`);
    for (const { method, path } of routes) {
      const { status, body } = await gone.call(method, path.replace(/\{\w+\}/g, UNKNOWN));
      expect([path, status, body.error.code]).toEqual([path, 403, 'member_not_found']);
    }
  });
});
