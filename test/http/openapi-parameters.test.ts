import { describe, expect, test } from 'bun:test';
import { openStudio } from '../helpers/api.ts';
import { apiDocument } from '../helpers/api-document.ts';
import { addClient } from '../helpers/bookings.ts';

interface Parameter {
  readonly name?: string;
  readonly description?: string;
}
interface Operation {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly responses: Readonly<Record<string, { readonly headers?: Readonly<Record<string, unknown>> }>>;
}

const { paths } = (await apiDocument()) as { paths: Readonly<Record<string, Readonly<Record<string, Operation>>>> };
const all = Object.values(paths).flatMap((methods) => Object.values(methods));
const operation = (id: string): Operation => {
  const found = all.find(({ operationId }) => operationId === id);
  if (found === undefined) throw new Error(id);
  return found;
};
const meaning = (id: string, parameter: string): string | undefined =>
  operation(id).parameters.find(({ name }) => name === parameter)?.description;

describe('parameters', () => {
  test('of paths and queries say what they mean', () => {
    const unclear = all.flatMap(({ operationId, parameters }) =>
      parameters.flatMap(({ name, description }) =>
        name !== undefined && description === undefined ? [`${operationId} ${name}`] : [],
      ),
    );
    expect(unclear).toEqual([]);
  });

  test('expand[] names what can be included', () => {
    expect(meaning('getBooking', 'expand[]')).toBe(
      'Related records to include: `client` (and within it: `homeLocation`, `packages`); `session` (and within it: ' +
        '`location`, `instructor`, `schedule`); `package` (and within it: `client`, `payment`, `ledger`). Use dots to ' +
        'expand nested records, up to 3 levels: `a.b.c`. A response can include up to 10000 related records with 4000000 ' +
        'characters in total, where each record counts every time it is included; beyond that, the request fails with 400.',
    );
    expect(meaning('getMemberBooking', 'expand[]')).toStartWith('Related records to include: `session`');
    expect(meaning('getContentEntry', 'expand[]')).toContain('tags');
  });
});

describe('responses', () => {
  test('that are a whole record have its ETag, those of writes too', () => {
    const tagged = (id: string) =>
      Object.entries(operation(id).responses).flatMap(([status, { headers }]) =>
        headers?.ETag === undefined ? [] : [status],
      );
    for (const id of ['getClient', 'updateClient', 'putUnitPreferences', 'updateSettings']) {
      expect([id, tagged(id)]).toEqual([id, ['200']]);
    }
    expect(tagged('createClient')).toEqual(['201']);
    expect(tagged('deleteClient')).toEqual([]);
    expect(tagged('cancelBooking')).toEqual([]);
    expect(operation('exportFamily').responses[200]?.headers).toHaveProperty('Content-Disposition');
  });

  test('503 is listed wherever a member signs in, whose provider may not answer', () => {
    const without = all.filter(
      ({ security, responses }) =>
        security?.some(({ memberToken }) => memberToken !== undefined) && !(503 in responses),
    );
    expect(without.map(({ operationId }) => operationId)).toEqual([]);
  });
});

test('an error has no ETag, also where the record was found', async () => {
  const studio = await openStudio();
  const id = await addClient(studio);
  const found = await studio.get(`/v2/clients/${id}?expand[]=homeLocation`);
  expect(found.headers.get('etag')).not.toBeNull();
  const refused = await studio.get(`/v2/clients/${id}?expand[]=nothing`);
  expect([refused.status, refused.headers.get('etag')]).toEqual([400, null]);
  await studio.app.stop();
});
