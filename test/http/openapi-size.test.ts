import { expect, test } from 'bun:test';
import { apiDocument } from '../helpers/api-document.ts';

// biome-ignore lint/suspicious/noExplicitAny: the test reads any part of the document
type Json = any;

const document: Json = await apiDocument();
const operations: Json[] = Object.values<Json>(document.paths).flatMap(Object.values);

/** The schemas directly inside a schema. */
const inside = (schema: Json): Json[] => [
  ...Object.values<Json>(schema.properties ?? {}),
  ...[schema.items, schema.additionalProperties].filter((each) => typeof each === 'object'),
  ...(schema.anyOf ?? []),
  ...(schema.allOf ?? []),
];

/** The number of schemas that somebody meets who follows every reference, and how many lie inside one another. */
const measured = (schema: Json, path: readonly string[] = []): { nodes: number; depth: number } => {
  const name = schema.$ref?.split('/').at(-1);
  if (name !== undefined) {
    if (path.includes(name)) throw new Error(`a circle: ${[...path, name].join(' > ')}`);
    return measured(document.components.schemas[name], [...path, name]);
  }
  const parts = inside(schema).map((each) => measured(each, path));
  return {
    nodes: parts.reduce((sum, { nodes }) => sum + nodes, 1),
    depth: 1 + Math.max(0, ...parts.map(({ depth }) => depth)),
  };
};

/** Prism gives up after 2,500 steps, and takes up to two for each schema. */
const MAX_NODES = 800;
const MAX_DEPTH = 15;

test('whoever follows every reference of a response comes to an end soon', () => {
  const sizes = operations.flatMap(({ operationId, responses }) =>
    Object.values<Json>(responses).flatMap(({ content = {} }) =>
      Object.values<Json>(content).map(({ schema }) => ({ operationId, ...measured(schema) })),
    ),
  );
  expect(sizes.filter(({ nodes, depth }) => nodes > MAX_NODES || depth > MAX_DEPTH)).toEqual([]);
});

test('a record inside another keeps the relations that do not lead back', () => {
  const relationsOf = (name: string): string[] => {
    const { required, properties } = document.components.schemas[name];
    return Object.keys(properties).filter((property) => !required.includes(property));
  };
  expect(relationsOf('Booking')).toEqual(['client', 'session', 'package']);
  expect(relationsOf('RelatedBooking')).toEqual(['session']);
  expect(relationsOf('Session')).toEqual(['location', 'instructor', 'schedule']);
  expect(relationsOf('RelatedClient')).toEqual(['homeLocation']);
  expect(document.components.schemas.RelatedClient.description).toEndWith('it also includes: packages.');
});

test('what programs fill requests with: an example beside each constant, the key first, and the whole URL', () => {
  const constants = (value: Json): Json[] => {
    if (typeof value !== 'object' || value === null) return [];
    return [
      ...('const' in value && typeof value.const !== 'object' ? [value] : []),
      ...Object.values(value).flatMap(constants),
    ];
  };
  const all = constants(document);
  expect(all.length).toBeGreaterThan(300);
  expect(all.filter(({ const: value, example }) => value !== example)).toEqual([]);
  const withKey = operations.filter(({ security = [] }) => security.some(({ apiKey }: Json) => apiKey !== undefined));
  expect(withKey.filter(({ security }) => security[0].apiKey === undefined)).toEqual([]);
  expect(document.security[0]).toEqual({ apiKey: [] });
  expect(document.servers).toMatchObject([{ url: 'http://127.0.0.1:8420' }]);
});
