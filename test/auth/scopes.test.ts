import { describe, expect, test } from 'bun:test';
import { isPublic, SCOPES, scopeDetails, scopeFor } from '../../src/auth/scopes.ts';
import { allows, type Caller, requireScope } from '../../src/kernel/caller.ts';

describe('scopeFor', () => {
  const rows: readonly [method: string, path: string, scope: string | undefined][] = [
    ['GET', '/v2/clients', 'clients:read'],
    ['HEAD', '/v2/clients', 'clients:read'],
    ['POST', '/v2/clients', 'clients:write'],
    ['PATCH', '/v2/clients/0190', 'clients:write'],
    ['DELETE', '/v2/clients/0190', 'clients:write'],
    ['GET', '/v2/bookings/0190', 'bookings:read'],
    ['POST', '/v2/bookings/0190/cancel', 'bookings:write'],
    ['GET', '/v2/sessions', 'sessions:read'],
    ['GET', '/v2/payments', 'payments:read'],
    ['POST', '/v2/payments/0190/refund', 'payments:write'],
    ['GET', '/v2/packages/0190', 'packages:read'],
    ['POST', '/v2/packages/0190/cancel', 'packages:write'],
    ['POST', '/v2/checkins', 'checkins:write'],
    ['GET', '/v2/sites', 'sites:read'],
    ['PATCH', '/v2/staff/0190', 'staff:write'],
    ['GET', '/v2/instructors', 'instructors:read'],
    ['POST', '/v2/schedules', 'schedules:write'],
    ['GET', '/v2/settings', 'settings:read'],
    ['PATCH', '/v2/settings', 'settings:write'],
    ['GET', '/v2/webhooks/0190/deliveries', 'webhooks:read'],
    ['POST', '/v2/webhooks/0190/rotate-secret', 'webhooks:write'],
    ['GET', '/v2/content/entries', 'content:read'],
    ['GET', '/v2/member/challenges', 'members:act'],
    ['PUT', '/v2/member/content/0190/status', 'members:act'],
    ['GET', '/manage/plans', 'manage'],
    ['POST', '/manage/api-keys', 'manage'],
    ['GET', '/manage', 'manage'],
    ['GET', '/v2/unknown', undefined],
    ['POST', '/v2/clientsx', undefined],
    ['GET', '/v2/Clients', undefined],
    ['GET', '/v2//clients', undefined],
    ['GET', '/managed', undefined],
    ['GET', '/v20/clients', undefined],
    ['GET', '/', undefined],
  ];
  for (const [method, path, scope] of rows) {
    test(`${method} ${path} needs ${scope ?? 'any credential'}`, () => expect(scopeFor(method, path)).toBe(scope));
  }

  test('names no scope that a credential cannot have', () => {
    for (const [method, path] of rows) expect(SCOPES).toContain(scopeFor(method, path) ?? '*');
  });
});

test('only the API information and health are public', () => {
  for (const path of ['/v2', '/v2/', '/v2/health', '/v2/health/']) expect(isPublic(path)).toBe(true);
  for (const path of ['/', '/v2/health//', '/v2/clients', '/v2/healthy', '/manage', '/V2', '']) {
    expect(isPublic(path)).toBe(false);
  }
});

describe('a list of scopes', () => {
  test('every scope of the contract is known', () => {
    expect(SCOPES).toHaveLength(31);
    expect(scopeDetails(SCOPES)).toEqual([]);
  });

  test('an empty one is refused', () => {
    expect(scopeDetails([])).toMatchObject([{ param: 'scopes', code: 'parameter_missing' }]);
  });

  test('each unknown scope is named with the nearest one', () => {
    const details = scopeDetails(['clients:read', 'client:read', 'bookings:overide_capacity', 'qqqqqqqqqqqq']);
    expect(details.map(({ param }) => param)).toEqual(['scopes[1]', 'scopes[2]', 'scopes[3]']);
    expect(details[0]?.message).toBe("There is no scope 'client:read'. Did you mean 'clients:read'?");
    expect(details[1]?.message).toContain("Did you mean 'bookings:override_capacity'?");
    expect(details[2]?.message).toContain('The scopes are: clients:read, clients:write,');
  });
});

describe('what a caller may do', () => {
  const caller = (...scopes: string[]): Caller => ({
    credentialId: 'key',
    kind: 'business',
    scopes: new Set(scopes),
    siteIds: null,
    tier: 'basic',
  });

  test('a write scope includes its read, and not the other way round', () => {
    expect(allows(caller('clients:write'), 'clients:read')).toBe(true);
    expect(allows(caller('clients:read'), 'clients:write')).toBe(false);
    expect(allows(caller('clients:write'), 'bookings:read')).toBe(false);
  });

  test('* is all of them', () => {
    for (const scope of SCOPES) expect(allows(caller('*'), scope)).toBe(true);
  });

  test('bookings:write does not override capacity, waive penalties or manage', () => {
    for (const scope of ['bookings:override_capacity', 'bookings:waive_penalty', 'members:act', 'manage']) {
      expect(allows(caller('bookings:write'), scope)).toBe(false);
    }
  });

  test('403 permission_denied names the scope', () => {
    expect(() => requireScope(caller('clients:read'), 'clients:write')).toThrow("lacks the scope 'clients:write'");
  });
});
