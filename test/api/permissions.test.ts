import { beforeAll, describe, expect, test } from 'bun:test';
import { openApiDocument } from '../../src/cli/verbs/openapi.ts';
import { openStudio, type Studio } from '../helpers/api.ts';
import { addStaffKey } from './staff-keys.ts';

const ROLES = ['owner', 'manager', 'front_desk', 'instructor'] as const;

/**
 * rules.md "Roles" for every operation: owner, manager, front_desk, instructor; `y` is let in, `-` is refused, `g` only
 * when granted. What instructors may do with their own sessions and profile stands in own-matters.test.ts.
 */
const EXPECTED: Record<string, string> = {
  'GET /v2/sites': 'yyyy',
  'POST /v2/sites': 'yy--',
  'GET /v2/sites/{id}': 'yyyy',
  'PATCH /v2/sites/{id}': 'yy--',
  'DELETE /v2/sites/{id}': 'y---',
  'GET /v2/staff': 'yyy-',
  'POST /v2/staff': 'yy--',
  'GET /v2/staff/{id}': 'yyy-',
  'PATCH /v2/staff/{id}': 'yy--',
  'DELETE /v2/staff/{id}': 'yy--',
  'GET /v2/instructors': 'yyy-',
  'POST /v2/instructors': 'yy--',
  'GET /v2/instructors/{id}': 'yyy-',
  'PATCH /v2/instructors/{id}': 'yy--',
  'DELETE /v2/instructors/{id}': 'yy--',
  'GET /v2/settings': 'yyy-',
  'PATCH /v2/settings': 'yy--',
  'GET /manage/experience': 'yyy-',
  'PUT /manage/experience': 'yy--',
  'GET /v2/clients': 'yyy-',
  'POST /v2/clients': 'yyy-',
  'GET /v2/clients/{id}': 'yyy-',
  'PATCH /v2/clients/{id}': 'yyy-',
  'DELETE /v2/clients/{id}': 'yy--',
  'GET /v2/schedules': 'yyyy',
  'POST /v2/schedules': 'yy--',
  'GET /v2/schedules/{id}': 'yyyy',
  'PATCH /v2/schedules/{id}': 'yy--',
  'DELETE /v2/schedules/{id}': 'yy--',
  'GET /v2/sessions': 'yyyy',
  'GET /v2/sessions/{id}': 'yyyy',
  'GET /v2/packages': 'yyy-',
  'GET /v2/packages/{id}': 'yyy-',
  'POST /v2/packages/{id}/cancel': 'yy--',
  'GET /v2/payments': 'yyy-',
  'GET /v2/payments/{id}': 'yyy-',
  'POST /v2/payments/{id}/refund': 'yyg-',
  'GET /v2/bookings': 'yyy-',
  'POST /v2/bookings': 'yyy-',
  'GET /v2/bookings/{id}': 'yyy-',
  'POST /v2/bookings/{id}/cancel': 'yyy-',
  'POST /v2/bookings/{id}/checkin': 'yyy-',
  'POST /v2/bookings/{id}/noshow': 'yyy-',
  'GET /v2/checkins': 'yyy-',
  'POST /v2/checkins': 'yyy-',
  'GET /v2/checkins/{id}': 'yyy-',
  'GET /v2/webhooks': 'yg--',
  'POST /v2/webhooks': 'yg--',
  'GET /v2/webhooks/{id}': 'yg--',
  'PATCH /v2/webhooks/{id}': 'yg--',
  'DELETE /v2/webhooks/{id}': 'yg--',
  'POST /v2/webhooks/{id}/rotate-secret': 'yg--',
  'POST /v2/webhooks/{id}/enable': 'yg--',
  'POST /v2/webhooks/{id}/test': 'yg--',
  'GET /v2/webhooks/{id}/deliveries': 'yg--',
  'GET /v2/webhooks/{id}/deliveries/{deliveryId}': 'yg--',
  'POST /v2/webhooks/{id}/deliveries/{deliveryId}/redeliver': 'yg--',
  'POST /manage/clients': 'yyy-',
  'POST /manage/clients/{id}/erase': 'y---',
  'GET /manage/plans': 'yyy-',
  'POST /manage/plans': 'yy--',
  'GET /manage/plans/{id}': 'yyy-',
  'PATCH /manage/plans/{id}': 'yy--',
  'DELETE /manage/plans/{id}': 'yy--',
  'GET /manage/packages': 'yyy-',
  'POST /manage/packages': 'yyy-',
  'GET /manage/packages/{id}': 'yyy-',
  'PATCH /manage/packages/{id}': 'yy--',
  'POST /manage/packages/{id}/adjust': 'yy--',
  'POST /manage/packages/{id}/freeze': 'yy--',
  'POST /manage/packages/{id}/unfreeze': 'yy--',
  'GET /manage/payments': 'yyy-',
  'POST /manage/payments': 'yyy-',
  'GET /manage/payments/{id}': 'yyy-',
  'PATCH /manage/payments/{id}': 'yyy-',
  'GET /manage/sessions': 'yyyy',
  'POST /manage/sessions': 'yy--',
  'GET /manage/sessions/{id}': 'yyyy',
  'PATCH /manage/sessions/{id}': 'yy--',
  'POST /manage/sessions/{id}/cancel': 'yy--',
  'POST /manage/sessions/{id}/substitute': 'yyy-',
  'GET /manage/bookings': 'yyy-',
  'GET /manage/bookings/{id}': 'yyy-',
  'PATCH /manage/bookings/{id}': 'yy--',
  'POST /manage/bookings/{id}/promote': 'yy--',
  'POST /manage/bookings/{id}/waive-penalty': 'yyg-',
  'GET /manage/exports/{family}': 'yy--',
  'POST /manage/imports': 'yy--',
  'GET /manage/audit-log': 'yy--',
  'GET /manage/events': 'yy--',
  'GET /manage/events/{event}': 'yy--',
  'GET /manage/api-keys': 'yg--',
  'POST /manage/api-keys': 'yg--',
  'GET /manage/api-keys/{id}': 'yg--',
  'POST /manage/api-keys/{id}/revoke': 'yg--',
  'GET /manage/oauth-clients': 'yg--',
  'POST /manage/oauth-clients': 'yg--',
  'GET /manage/oauth-clients/{id}': 'yg--',
  'PATCH /manage/oauth-clients/{id}': 'yg--',
  'POST /manage/oauth-clients/{id}/revoke': 'yg--',
  'GET /manage/member-links': 'yg--',
  'POST /manage/member-links': 'yg--',
  'GET /manage/member-links/{id}': 'yg--',
  'DELETE /manage/member-links/{id}': 'yg--',
  'GET /v2/content/entries': 'yy--',
  'GET /v2/content/entries/{id}': 'yy--',
  'GET /manage/leaderboards': 'yy--',
  'POST /manage/leaderboards': 'yy--',
  'GET /manage/leaderboards/{id}': 'yy--',
  'PATCH /manage/leaderboards/{id}': 'yy--',
  'DELETE /manage/leaderboards/{id}': 'yy--',
  'GET /manage/content/entries': 'yy--',
  'POST /manage/content/entries': 'yy--',
  'GET /manage/content/entries/{id}': 'yy--',
  'PATCH /manage/content/entries/{id}': 'yy--',
  'DELETE /manage/content/entries/{id}': 'yy--',
  'GET /v2/content/media': 'yy--',
  'GET /v2/content/media/{contentMediaId}': 'yy--',
  'GET /manage/awards': 'yy--',
  'POST /manage/awards': 'yy--',
  'GET /manage/awards/{id}': 'yy--',
  'PATCH /manage/awards/{id}': 'yy--',
  'DELETE /manage/awards/{id}': 'yy--',
  'GET /manage/awards/{id}/grants': 'yy--',
  'POST /manage/awards/{id}/grants': 'yy--',
  'DELETE /manage/awards/{id}/grants/{grantId}': 'yy--',
  'GET /manage/content/media': 'yy--',
  'POST /manage/content/media': 'yy--',
  'GET /manage/content/media/{id}': 'yy--',
  'PATCH /manage/content/media/{id}': 'yy--',
  'DELETE /manage/content/media/{id}': 'yy--',
  'PUT /manage/content/media/{id}/captions/{language}': 'yy--',
  'GET /v2/content/media/{contentMediaId}/playback': 'yy--',
  'GET /v2/content/media/{contentMediaId}/variants': 'yy--',
  'GET /manage/content/media/{id}/variants': 'yy--',
  'POST /manage/content/media/{id}/variants': 'yy--',
  'DELETE /manage/content/media/{id}/variants/{variantId}': 'yy--',
  'DELETE /manage/content/media/{id}/captions/{language}': 'yy--',
  'OPTIONS /manage/content/media/uploads': 'yy--',
  'POST /manage/content/media/uploads': 'yy--',
  'HEAD /manage/content/media/uploads/{id}': 'yy--',
  'PATCH /manage/content/media/uploads/{id}': 'yy--',
  'DELETE /manage/content/media/uploads/{id}': 'yy--',
  'GET /v2/content/categories': 'yy--',
  'GET /v2/content/banners': 'yy--',
  'GET /v2/content/tags': 'yy--',
  'GET /v2/content/types': 'yy--',
  'GET /v2/content/search': 'yy--',
  'GET /v2/content/features': 'yy--',
  'GET /manage/challenges': 'yy--',
  'POST /manage/challenges': 'yy--',
  'GET /manage/challenges/{id}': 'yy--',
  'PATCH /manage/challenges/{id}': 'yy--',
  'DELETE /manage/challenges/{id}': 'yy--',
  'POST /manage/challenges/{id}/publish': 'yy--',
  'GET /manage/challenges/{id}/enrollments': 'yy--',
  'GET /manage/challenges/{id}/goals': 'yy--',
  'POST /manage/challenges/{id}/goals': 'yy--',
  'GET /manage/challenges/{id}/goals/{goalId}': 'yy--',
  'PATCH /manage/challenges/{id}/goals/{goalId}': 'yy--',
  'DELETE /manage/challenges/{id}/goals/{goalId}': 'yy--',
  'GET /manage/challenges/{id}/assessments': 'yy--',
  'POST /manage/challenges/{id}/assessments': 'yy--',
  'GET /manage/challenges/{id}/assessments/{assessmentId}': 'yy--',
  'PATCH /manage/challenges/{id}/assessments/{assessmentId}': 'yy--',
  'DELETE /manage/challenges/{id}/assessments/{assessmentId}': 'yy--',
  'GET /manage/challenges/{id}/articles': 'yy--',
  'POST /manage/challenges/{id}/articles': 'yy--',
  'GET /manage/challenges/{id}/articles/{articleId}': 'yy--',
  'PATCH /manage/challenges/{id}/articles/{articleId}': 'yy--',
  'DELETE /manage/challenges/{id}/articles/{articleId}': 'yy--',
  'GET /manage/content/categories': 'yy--',
  'POST /manage/content/categories': 'yy--',
  'GET /manage/content/categories/{id}': 'yy--',
  'PATCH /manage/content/categories/{id}': 'yy--',
  'DELETE /manage/content/categories/{id}': 'yy--',
  'GET /manage/content/tags': 'yy--',
  'POST /manage/content/tags': 'yy--',
  'GET /manage/content/tags/{id}': 'yy--',
  'PATCH /manage/content/tags/{id}': 'yy--',
  'DELETE /manage/content/tags/{id}': 'yy--',
  'GET /manage/content/types': 'yy--',
  'POST /manage/content/types': 'yy--',
  'GET /manage/content/types/{id}': 'yy--',
  'PATCH /manage/content/types/{id}': 'yy--',
  'DELETE /manage/content/types/{id}': 'yy--',
  'GET /manage/content/features': 'yy--',
  'POST /manage/content/features': 'yy--',
  'GET /manage/content/features/{id}': 'yy--',
  'PATCH /manage/content/features/{id}': 'yy--',
  'DELETE /manage/content/features/{id}': 'yy--',
  'GET /manage/content/banners': 'yy--',
  'POST /manage/content/banners': 'yy--',
  'GET /manage/content/banners/{id}': 'yy--',
  'PATCH /manage/content/banners/{id}': 'yy--',
  'DELETE /manage/content/banners/{id}': 'yy--',
};

const { paths } = (await openApiDocument()) as { paths: Record<string, Record<string, unknown>> };
const routes = Object.entries(paths)
  .flatMap(([path, methods]) => Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`))
  .filter((route) => /^\w+ \/(?:manage\/|v2\/(?!health$|member\/|$))/.test(route));

let studio: Studio;
const keys: Record<string, string> = {};
/** The same people with everything granted that can be. */
const granted: Record<string, string> = {};
beforeAll(async () => {
  studio = await openStudio();
  const grantable = {
    manager: ['integrations:manage'],
    front_desk: ['payments:refund', 'bookings:waive_penalty', 'bookings:override_capacity'],
  };
  for (const role of ROLES) {
    keys[role] = (await addStaffKey(studio, { role })).key;
    const grant = grantable[role as keyof typeof grantable] ?? [];
    granted[role] = (await addStaffKey(studio, { role, permissionOverrides: { grant } })).key;
  }
});

/** Whether the gate lets a request in; what becomes of it afterwards is another matter. */
const isLetIn = async (route: string, key: string | undefined): Promise<boolean> => {
  const [method, path] = route.split(' ') as [string, string];
  const to = path.replace(/\{\w+\}/g, '01950000-0000-7000-8000-00000000ffff');
  // A body that no operation takes, so that none does anything.
  const body = ['GET', 'HEAD', 'DELETE'].includes(method) ? undefined : { nothing: true };
  const response = await studio.send(method, to, body, { 'x-service-api-key': String(key) });
  return response.body?.error?.code !== 'permission_denied';
};

describe('what a credential that acts for a staff member is let do', () => {
  test('is said of every operation of /v2 and /manage', () => {
    expect(routes.filter((route) => EXPECTED[route] === undefined)).toEqual([]);
    expect(routes.length).toBeGreaterThan(80);
  });

  for (const [index, role] of ROLES.entries()) {
    test(`is what rules.md says of the role ${role}`, async () => {
      const wrong: string[] = [];
      for (const route of routes) {
        const cell = EXPECTED[route]?.[index];
        const [plain, more] = [await isLetIn(route, keys[role]), await isLetIn(route, granted[role])];
        if (plain !== (cell === 'y') || more !== (cell !== '-')) wrong.push(`${route}: ${plain} ${more}`);
      }
      expect(wrong).toEqual([]);
    });
  }

  test('is nothing where no operation is', async () => {
    for (const path of ['/manage', '/manage/nowhere', '/v2/member/profile', '/v2/clients/1/2/3', '/v2/nowhere']) {
      expect((await studio.get(path, { 'x-service-api-key': String(keys.owner) })).status).toBe(403);
    }
  });

  test('is no more than the scopes of the credential either', async () => {
    const { key } = await addStaffKey(studio, { role: 'owner' }, { scopes: ['clients:read'] });
    expect(await isLetIn('GET /v2/clients', key)).toBe(true);
    expect(await isLetIn('POST /v2/clients', key)).toBe(false);
    expect(await isLetIn('GET /manage/plans', key)).toBe(false);
  });
});
