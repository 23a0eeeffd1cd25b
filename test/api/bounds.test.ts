import { expect, test } from 'bun:test';
import { detachedApp } from '../../src/cli/verbs/openapi.ts';
import { branchesOf, type TSchema } from '../../src/kernel/schemas.ts';
import { importFamilies } from '../../src/resources/imports/families.ts';
import { openStudio } from '../helpers/api.ts';

/** Formats that say how long a text can be. */
const SHORT_FORMATS = [
  'uuid',
  'date',
  'date-time',
  'date-or-instant',
  'moment',
  'wall-time',
  'currency',
  'country',
  'origin',
];
/** What its family bounds in bytes. */
const BOUNDED_BY_RULE = ['customProperties.*'];

/** The pattern of keys of any text. */
const ANY_KEY = '^(.*)$';

/** Whether the text that a pattern matches can be of any length. */
const isUnbounded = (pattern: string): boolean => /[*+]|\{\d+,\}/.test(pattern);

const textBound = ({ maxLength, format, pattern }: TSchema): boolean =>
  maxLength !== undefined || SHORT_FORMATS.includes(format) || (pattern !== undefined && !isUnbounded(pattern));

/** The paths of the values in a schema that can be of any size. */
const unbounded = (schema: TSchema, path: string): string[] => {
  const branches = branchesOf(schema);
  if (branches.length > 0) return branches.flatMap((branch) => unbounded(branch, path));
  if (schema.const !== undefined) return [];
  const fields = Object.entries<TSchema>(schema.properties ?? {});
  const keyed = Object.values<TSchema>(schema.patternProperties ?? {});
  switch (schema.type) {
    case 'string':
      return textBound(schema) ? [] : [path];
    case 'integer':
    case 'number':
      return schema.minimum === undefined || schema.maximum === undefined ? [path] : [];
    case 'array':
      return [...(schema.maxItems === undefined ? [path] : []), ...unbounded(schema.items, `${path}[]`)];
    case 'object':
      return [
        ...(keyed.length > 0 && schema.maxProperties === undefined ? [path] : []),
        ...fields.flatMap(([name, field]) => unbounded(field, path === '' ? name : `${path}.${name}`)),
        ...keyed.flatMap((value) => unbounded(value, `${path}.*`)),
      ];
    default:
      return schema.type === undefined ? [path] : [];
  }
};

test('every list, text, number and set of keys in a body has its bounds', () => {
  const found = detachedApp().operations.flatMap(({ id, body }) =>
    (body === undefined ? [] : unbounded(body, ''))
      .filter((path) => !BOUNDED_BY_RULE.includes(path))
      .map((path) => `${id} ${path}`),
  );
  expect(found).toEqual([]);
});

/** The patterns in a schema, and those of its keys. */
const patternsIn = (schema: TSchema): string[] => [
  ...(schema.pattern === undefined ? [] : [String(schema.pattern)]),
  ...Object.keys(schema.patternProperties ?? {}).filter((pattern) => pattern !== ANY_KEY),
  ...[
    ...branchesOf(schema),
    ...(schema.items === undefined ? [] : [schema.items]),
    ...Object.values<TSchema>(schema.properties ?? {}),
    ...Object.values<TSchema>(schema.patternProperties ?? {}),
  ].flatMap(patternsIn),
];

test('every pattern reads only the start of a text that is longer than what it matches', () => {
  const bodies = detachedApp().operations.flatMap(({ body, query }) =>
    [body, query].filter((schema) => schema !== undefined),
  );
  const schemas = [...bodies, ...importFamilies.map(({ shape }) => shape)];
  const patterns = [...new Set(schemas.flatMap(patternsIn))];
  expect(patterns.length).toBeGreaterThan(8);
  expect(patterns.filter((pattern) => isUnbounded(pattern) || !/^\^.*\$$/.test(pattern))).toEqual([]);
});

test('400 for a scope that is longer than any, which the answer does not repeat', async () => {
  const { post, events } = await openStudio();
  for (const path of ['/manage/oauth-clients', '/manage/api-keys']) {
    const { status, body } = await post(path, { name: 'door', scopes: ['a.'.repeat(400_000)] });
    expect([status, body.error.code, body.error.param]).toEqual([400, 'parameter_invalid', 'scopes[0]']);
    expect(JSON.stringify(body).length).toBeLessThan(1000);
  }
  expect(events()).toEqual([]);
});

test('400 of a rule with no more details than anybody reads', async () => {
  const { post, events } = await openStudio();
  const siteIds = Array.from({ length: 500 }, (_, index) => `01950000-0000-7000-8000-${`${index}`.padStart(12, '0')}`);
  const { status, body } = await post('/manage/api-keys', { name: 'door', scopes: ['*'], siteIds });
  expect([status, body.error.code, body.error.details.length]).toEqual([400, 'resource_missing', 100]);
  expect(events()).toEqual([]);
});
