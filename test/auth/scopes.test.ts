import { describe, expect, test } from 'bun:test';
import { scopeDetails } from '../../src/auth/credential-request.ts';
import { type Caller, hasScope, requireScope } from '../../src/kernel/caller.ts';
import { SCOPES } from '../../src/kernel/scopes.ts';
import { forAllTests, openStudio } from '../helpers/api.ts';

const studio = forAllTests(openStudio);

describe('the scope of an operation', () => {
  const rows: readonly [route: string, scope: string | undefined][] = [
    ['GET /v2/clients', 'clients:read'],
    ['POST /v2/clients', 'clients:write'],
    ['PATCH /v2/clients/:id', 'clients:write'],
    ['DELETE /v2/clients/:id', 'clients:write'],
    ['GET /v2/bookings/:id', 'bookings:read'],
    ['POST /v2/bookings/:id/cancel', 'bookings:write'],
    ['GET /v2/sessions', 'sessions:read'],
    ['GET /v2/payments', 'payments:read'],
    ['POST /v2/payments/:id/refund', 'payments:write'],
    ['GET /v2/packages/:id', 'packages:read'],
    ['POST /v2/packages/:id/cancel', 'packages:write'],
    ['POST /v2/checkins', 'checkins:write'],
    ['GET /v2/sites', 'sites:read'],
    ['PATCH /v2/staff/:id', 'staff:write'],
    ['GET /v2/instructors', 'instructors:read'],
    ['POST /v2/schedules', 'schedules:write'],
    ['GET /v2/settings', 'settings:read'],
    ['PATCH /v2/settings', 'settings:write'],
    ['GET /v2/webhooks/:id/deliveries', 'webhooks:read'],
    ['POST /v2/webhooks/:id/rotate-secret', 'webhooks:write'],
    ['GET /manage/plans', 'manage'],
    ['POST /manage/api-keys', 'manage'],
    ['GET /public-api/v2/member/bookings', undefined],
    ['GET /v2/', undefined],
    ['GET /v2/health', undefined],
  ];
  for (const [route, scope] of rows) {
    test(`${route} needs ${scope ?? 'no scope'}`, () => {
      const operation = studio.app.operations.find(({ method, path }) => `${method} ${path}` === route);
      expect(operation).toBeDefined();
      expect(operation?.scope).toBe(scope as never);
    });
  }

  test('HEAD needs what GET needs', async () => {
    const headers = { 'x-service-api-key': await studio.makeKey({ scopes: ['bookings:read'] }) };
    const head = (path: string) =>
      studio.app.fetch(new Request(`http://localhost${path}`, { method: 'HEAD', headers }));
    expect((await head('/v2/bookings')).status).toBe(200);
    expect((await head('/v2/clients')).status).toBe(403);
  });

  test('404 without an operation, for any credential', async () => {
    const headers = { 'x-service-api-key': await studio.makeKey({ scopes: ['bookings:read'] }) };
    for (const path of ['/v2/unknown', '/v2/Clients', '/v2//clients', '/managed', '/v20/clients']) {
      expect((await studio.get(path, headers)).status).toBe(404);
      expect((await studio.get(path, { 'x-service-api-key': '' })).status).toBe(401);
    }
  });

  test('is one of the scopes of credentials', () => {
    for (const { scope } of studio.app.operations) expect(SCOPES).toContain(scope ?? '*');
  });
});

test('only the API information and health are public', async () => {
  const anonymous = { 'x-service-api-key': '' };
  for (const path of ['/v2', '/v2/', '/v2/health', '/v2/health/']) {
    expect((await studio.get(path, anonymous)).status).toBe(200);
  }
  for (const path of ['/v2/health//', '/v2/clients', '/v2/healthy', '/manage', '/V2']) {
    expect((await studio.get(path, anonymous)).status).toBe(401);
  }
});

describe('a list of scopes', () => {
  test('every scope of the contract is known', () => {
    expect(SCOPES).toHaveLength(31);
    expect(scopeDetails(SCOPES)).toEqual([]);
  });

  test('400 an empty one', () => {
    expect(scopeDetails([])).toMatchObject([{ param: 'scopes', code: 'parameter_missing' }]);
  });

  test('each unknown scope has a suggestion', () => {
    const details = scopeDetails(['clients:read', 'client:read', 'bookings:overide_capacity', 'qqqqqqqqqqqq']);
    expect(details.map(({ param }) => param)).toEqual(['scopes[1]', 'scopes[2]', 'scopes[3]']);
    expect(details[0]?.message).toBe("There is no scope 'client:read'. Did you mean 'clients:read'?");
    expect(details[1]?.message).toContain("Did you mean 'bookings:override_capacity'?");
    expect(details[2]?.message).toContain('The scopes are: clients:read, clients:write,');
  });
});

describe('the scopes of a caller', () => {
  const caller = (...scopes: string[]): Caller => ({
    credentialId: 'key',
    kind: 'business',
    scopes: new Set(scopes),
    siteIds: null,
    tier: 'basic',
  });

  test('a write scope includes its read scope, not the reverse', () => {
    expect(hasScope(caller('clients:write'), 'clients:read')).toBe(true);
    expect(hasScope(caller('clients:read'), 'clients:write')).toBe(false);
    expect(hasScope(caller('clients:write'), 'bookings:read')).toBe(false);
  });

  test('* includes all of them', () => {
    for (const scope of SCOPES) expect(hasScope(caller('*'), scope)).toBe(true);
  });

  test('bookings:write does not override capacity, waive penalties or manage', () => {
    for (const scope of ['bookings:override_capacity', 'bookings:waive_penalty', 'members:act', 'manage']) {
      expect(hasScope(caller('bookings:write'), scope)).toBe(false);
    }
  });

  test('403 permission_denied names the scope', () => {
    expect(() => requireScope(caller('clients:read'), 'clients:write')).toThrow("lacks the scope 'clients:write'");
  });
});
