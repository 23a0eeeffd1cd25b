// What the form of an endpoint sends: whoever sends its address, events or sites answers for it from then on.
import { describe, expect, test } from 'bun:test';
import type { Schemas } from '../../../../src/console/api/types.ts';
import { endpointFields } from '../../../../src/console/parts/integrations/endpoint-record.ts';

const studio = { currency: 'EUR', timezone: 'Europe/Berlin' };
const endpoint = {
  name: 'Door',
  url: 'https://door.example/hook',
  eventTypes: ['client.created', 'booking.*'],
  locationScope: 'selected',
  locationIds: ['b', 'a'],
  customHeader: { name: 'X-Door', valueSet: true },
} as Schemas['WebhookEndpoint'];
const held = endpointFields.valuesOf(endpoint, studio);

test('a new endpoint gets everything of all sites, without a header', () => {
  const draft = { ...endpointFields.startOf(studio), name: ' Door ', url: 'https://door.example/hook' };
  expect(endpointFields.problemsOf(draft)).toEqual({});
  expect(endpointFields.bodyOf(draft, studio)).toEqual({
    name: 'Door',
    url: 'https://door.example/hook',
    eventTypes: ['*'],
    locationScope: 'all',
    locationIds: [],
  });
});

test('a new endpoint of a person of some sites gets what happens at those', () => {
  const own = { ...studio, ownSites: ['a', 'b'] };
  expect(endpointFields.bodyOf(endpointFields.startOf(own), own)).toMatchObject({
    locationScope: 'selected',
    locationIds: ['a', 'b'],
  });
});

test('a change sends what belongs together, and nothing else', () => {
  const patchOf = (changes: Partial<typeof held>) =>
    endpointFields.patchOf({ ...held, ...changes }, Object.keys(changes), studio, endpoint);
  expect(patchOf({ name: 'Gate' })).toEqual({ name: 'Gate' });
  expect(patchOf({ eventScope: 'all' })).toEqual({ eventTypes: ['*'] });
  expect(patchOf({ eventTypes: ['client.created'] })).toEqual({ eventTypes: ['client.created'] });
  expect(patchOf({ locationScope: 'all' })).toEqual({ locationScope: 'all', locationIds: [] });
  expect(patchOf({ locationIds: ['a'] })).toEqual({ locationScope: 'selected', locationIds: ['a'] });
  expect(patchOf({ headerValue: 'sesame' })).toEqual({ customHeader: { name: 'X-Door', value: 'sesame' } });
  expect(patchOf({ isHeaderRemoved: true })).toEqual({ customHeader: null });
  expect(patchOf({ headerName: ' ' })).toEqual({ customHeader: null });
});

describe('what is wrong before anything is sent', () => {
  test('an endpoint without a name, an address, events or sites', () => {
    const draft = { ...endpointFields.startOf(studio), eventScope: 'some', locationScope: 'selected' } as const;
    expect(endpointFields.problemsOf(draft)).toEqual({
      name: 'integrations.nameMissing',
      url: 'integrations.urlMissing',
      eventTypes: 'integrations.whichMissing',
      locationIds: 'integrations.whereMissing',
    });
  });

  test('a header with a name or a value alone, unless the value is there', () => {
    const half = { headerName: 'integrations.headerMissing' } as const;
    expect(endpointFields.problemsOf(held)).toEqual({});
    expect(endpointFields.problemsOf({ ...held, headerName: 'X-Gate' })).toEqual(half);
    expect(endpointFields.problemsOf({ ...held, headerName: '', headerValue: 'sesame' })).toEqual(half);
    expect(endpointFields.problemsOf({ ...held, headerName: 'X-Gate', isHeaderRemoved: true })).toEqual({});
  });
});
