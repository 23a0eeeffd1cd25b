import { describe, expect, test } from 'bun:test';
import { MAIN_SITE, openStudio } from '../helpers/api.ts';
import { apiDocument } from '../helpers/api-document.ts';
import { addClient, addSession } from '../helpers/bookings.ts';

interface Schema {
  readonly $ref?: string;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly anyOf?: readonly Schema[];
}

const { components } = (await apiDocument()) as { components: { schemas: Readonly<Record<string, Schema>> } };

/** The fields of a body that have a default in the document. */
const defaultsOf = (name: string): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(components.schemas[name]?.properties ?? {}).flatMap(([field, schema]) =>
      'default' in schema ? [[field, schema.default]] : [],
    ),
  );

/** The paths of the defaults in the bodies that change a record, inside its objects too. */
const pathsIn = ({ properties = {}, anyOf = [] }: Schema, path: string): string[] => [
  ...Object.entries(properties).flatMap(([name, schema]) => [
    ...('default' in schema ? [`${path}.${name}`] : []),
    ...pathsIn(schema, `${path}.${name}`),
  ]),
  ...anyOf.flatMap((branch) => pathsIn(branch, path)),
];

const person = (name: string) => ({ firstName: name, lastName: 'Doe', email: `${name}@example.com` });
const schedule = { name: 'Yoga', siteId: MAIN_SITE, startDate: '2026-03-09', startTime: '09:00', durationMinutes: 60 };

describe('defaults of request bodies', () => {
  test('are those of the contract', () => {
    expect(defaultsOf('CreateClientRequest')).toEqual({
      status: 'active',
      tags: [],
      customProperties: {},
      leaderboardVisibility: 'initials',
      metadata: {},
    });
    expect(defaultsOf('CreateBookingRequest')).toEqual({
      joinWaitlist: false,
      overrideCapacity: false,
      afterStart: false,
      metadata: {},
    });
    expect(defaultsOf('CreateCheckinRequest')).toEqual({ source: 'api', metadata: {} });
    expect(defaultsOf('CreateWebhookRequest')).toMatchObject({ locationScope: 'all' });
    expect(defaultsOf('RefundPaymentRequest')).toEqual({ cancelPackage: false });
    expect(defaultsOf('RecurrenceRuleRequest')).toEqual({ interval: 1, weekStart: 'MO' });
    expect(defaultsOf('UpdateScheduleRequest')).toEqual({
      overrideConflicts: false,
      allowConflict: false,
      overwriteModified: false,
      onRemoved: 'cancel',
    });
    expect(components.schemas.CreateClientRequest?.properties?.waiver).toMatchObject({
      properties: { status: { default: 'none' } },
    });
  });

  test('are what a record has whose fields were left out', async () => {
    const studio = await openStudio();
    const clientId = await addClient(studio, person('Ann'));
    const sessionId = await addSession(studio);
    const bodies: readonly (readonly [schema: string, path: string, body: object])[] = [
      ['CreateClientRequest', '/v2/clients', person('bob')],
      ['CreateSiteRequest', '/v2/sites', { name: 'Harbour' }],
      ['CreateStaffRequest', '/v2/staff', { ...person('cat'), role: 'front_desk' }],
      ['CreateInstructorRequest', '/v2/instructors', person('dan')],
      ['CreateScheduleRequest', '/v2/schedules', schedule],
      ['CreateBookingRequest', '/v2/bookings', { clientId, sessionId }],
      ['CreateCheckinRequest', '/v2/checkins', { clientId, siteId: MAIN_SITE }],
      ['CreateWebhookRequest', '/v2/webhooks', { name: 'w', url: 'https://example.com/h', eventTypes: ['*'] }],
      ['CreatePlanRequest', '/manage/plans', { name: 'p', type: 'unlimited', price: 100, currency: 'USD' }],
      ['CreateAwardRequest', '/manage/awards', { name: 'a', trigger: 'manual' }],
      ['CreateContentEntryRequest', '/manage/content/entries', { title: 'e', type: 'article' }],
      ['CreateContentCategoryRequest', '/manage/content/categories', { name: 'c' }],
      ['CreateApiKeyRequest', '/manage/api-keys', { name: 'k', scopes: ['clients:read'] }],
    ];
    for (const [schema, path, body] of bodies) {
      const response = await studio.post(path, body);
      expect([path, response.status]).toEqual([path, 201]);
      const defaults = Object.entries(defaultsOf(schema)).filter(([field]) => field in response.body);
      expect([path, defaults.length > 0]).toEqual([path, true]);
      expect([path, response.body]).toMatchObject([path, Object.fromEntries(defaults)]);
    }
  });

  test('of a PATCH are those of its own choices only: what it leaves out stays as it is', () => {
    const updates = Object.entries(components.schemas).filter(([name]) => /^Update.*Request$/.test(name));
    expect(updates.length).toBeGreaterThan(20);
    expect(updates.flatMap(([name, schema]) => pathsIn(schema, name)).toSorted()).toEqual([
      'UpdateScheduleRequest.allowConflict',
      'UpdateScheduleRequest.onRemoved',
      'UpdateScheduleRequest.overrideConflicts',
      'UpdateScheduleRequest.overwriteModified',
      'UpdateSessionRequest.allowConflict',
      'UpdateSessionRequest.overrideConflicts',
    ]);
  });
});
