import { beforeAll, expect, test } from 'bun:test';
import { isForDependants } from '../../../src/auth/members/acting.ts';
import { MINUTE_MS } from '../../../src/kernel/durations.ts';
import { forAllTests } from '../../helpers/api.ts';
import { apiDocument } from '../../helpers/api-document.ts';
import { as, openFamily } from '../../helpers/households.ts';
import { UNKNOWN } from '../../helpers/sales.ts';

interface Operation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly { readonly $ref?: string; readonly name?: string }[];
}

const { paths } = (await apiDocument()) as { paths: Record<string, Record<string, Operation>> };
const OF_MEMBERS = /^\/(public-api\/v2|v2)\/(member|content|leaderboards)\b/;
const operations = Object.entries(paths)
  .filter(([path]) => OF_MEMBERS.test(path))
  .flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId, parameters = [] }]) => ({
      method: method.toUpperCase(),
      path,
      operationId,
      namesDependants: parameters.some(({ $ref }) => $ref === '#/components/parameters/X-Client-ID-Dependant'),
    })),
  );

/** What an adult sees of themselves, and another adult must not. */
const SECRETS = ['Secretive', 'mother@example.com'];

let mother: Awaited<ReturnType<typeof family.member>>;
const family = forAllTests(openFamily);
beforeAll(async () => {
  mother = await family.member({ firstName: 'Ana', lastName: 'Secretive', email: 'mother@example.com' });
  const body = { clientId: mother.clientId, role: 'adult', isPayer: true, hasAgreed: true };
  await family.given(family.post(`/manage/households/${family.householdId}/members`, body));
});

const ask = async ({ method, path }: (typeof operations)[number], clientId: string) => {
  // As often as a member can write, and refusals count.
  await family.time.moveTo(family.time.now() + MINUTE_MS);
  const url = path.replace(/\{\w+\}/g, UNKNOWN);
  return family.father.call(method, url, method === 'GET' ? undefined : {}, as(clientId));
};

test('an adult sends no operation for another adult', async () => {
  expect(operations.length).toBeGreaterThan(60);
  for (const operation of operations) {
    const { status, body } = await ask(operation, mother.clientId);
    expect([operation.operationId, status]).toEqual([operation.operationId, 403]);
    expect(SECRETS.filter((secret) => JSON.stringify(body).includes(secret))).toEqual([]);
  }
});

test('an adult sends for a dependant the operations for dependants, as the document says, and no other', async () => {
  const refused: string[] = [];
  for (const operation of operations) {
    const { status } = await ask(operation, family.child);
    if (status === 403) refused.push(operation.operationId);
    const { operationId, namesDependants } = operation;
    expect([operationId, namesDependants]).toEqual([operationId, status !== 403]);
  }
  expect(refused).toEqual(
    operations.map(({ operationId }) => operationId).filter((operationId) => !isForDependants(operationId)),
  );
});
