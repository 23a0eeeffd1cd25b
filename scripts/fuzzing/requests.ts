import type { TSchema } from '@sinclair/typebox';
import { API_VERSION } from '../../src/events/envelope.ts';
import type { RequestExample } from '../../src/http/operations/example.ts';
import { METHODS, type Operation } from '../../src/http/operations/operation.ts';
import { SITES } from '../../src/resources/demo-ids.ts';
import { importFamilies } from '../../src/resources/imports/families.ts';
import { damaged, hostileText, hostileValue, oddQuery, rawBody } from './hostile.ts';
import { oddHeader } from './hostile-headers.ts';
import { type Credential, type FuzzedStudio, strangers } from './studio.ts';
import { type Making, objectOf, valueFor } from './values.ts';

/** The address of a studio in this process. */
export const ROOT = 'http://localhost';

/** A request that can be sent more than once, and printed. */
export interface FuzzedRequest {
  readonly operation: string;
  readonly credential: string;
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array;
}

const EXPANSIONS = [
  'client',
  'session',
  'package',
  'location',
  'payment',
  'booking',
  'instructor',
  'schedule',
] as const;
const DEEP = ['homeLocation', 'packages', 'ledger', 'client.packages', 'session.schedule.instructor', 'data.client'];
const UNKNOWN_PATHS = [
  '/',
  '/v2',
  '/v2/',
  '/v2/nothing',
  '//v2/clients',
  '/v2/clients/',
  '/manage',
  '/livez',
  '/readyz',
];

/** The server receives at most 16 KiB of address and headers. */
const MAX_QUERY = 12_000;

const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

const pathOf = (operation: Operation, example: RequestExample | undefined, making: Making): string => {
  const { choices, hostile } = making;
  const parts = operation.path.split('/');
  return parts
    .map((part, at) => {
      if (!part.startsWith(':')) return part;
      if (hostile > 0 && choices.once(hostile * 2))
        return choices.of([
          '%00',
          '%zz',
          '%2e%2e',
          'a%2fb',
          '',
          '%F0%9F',
          'x'.repeat(9000),
          encode(hostileText(choices)),
        ]);
      const given = example?.path?.[part.slice(1)];
      if (typeof given === 'string' && choices.once(3)) return given;
      const kind = part === ':id' ? (parts[at - 1] ?? '') : part.slice(1);
      return making.memory.id(kind, choices);
    })
    .join('/');
};

const pairsOf = (name: string, value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).map((each) => {
    const text = typeof each === 'object' ? JSON.stringify(each) : String(each);
    return `${name}=${encode(text.slice(0, 4000))}`;
  });

const queryOf = (operation: Operation, example: RequestExample | undefined, making: Making): string => {
  const { choices, hostile } = making;
  const pairs: string[] = [];
  for (const [name, schema] of Object.entries<TSchema>(operation.query?.properties ?? {})) {
    const isRequired = operation.query?.required?.includes(name) === true;
    if (!isRequired && !choices.once(/_(?:after|before)$|^cursor$/.test(name) ? 10 : 4)) continue;
    const kind = /_(?:after|before)$|^cursor$/.test(name) ? (operation.path.split('/').at(-1) ?? '') : name;
    const value =
      name === 'expand[]' && !choices.once(8)
        ? choices.of(choices.once(3) ? DEEP : EXPANSIONS)
        : kind === name
          ? valueFor(schema, name, making)
          : making.memory.id(kind, choices);
    pairs.push(...pairsOf(name, value));
    if (hostile > 0 && choices.once(hostile)) pairs.push(...pairsOf(name, value));
  }
  if (pairs.length === 0 && choices.once(3))
    for (const [name, value] of Object.entries(example?.query ?? {})) pairs.push(...pairsOf(name, value));
  if (hostile > 0 && choices.once(hostile * 2))
    pairs.push(`${encode(hostileText(choices))}=${encode(hostileText(choices))}`);
  if (hostile > 0 && choices.once(hostile * 2)) pairs.push(oddQuery(choices));
  return pairs.length === 0 ? '' : `?${pairs.join('&')}`.slice(0, MAX_QUERY);
};

/** The rows of a file to import. */
const fileOf = (making: Making, query: string): string => {
  const family = importFamilies.find(({ name }) => query.includes(name)) ?? making.choices.of(importFamilies);
  const rows = Array.from({ length: making.choices.below(6) }, () =>
    family === undefined ? {} : objectOf(family.shape, making),
  );
  return JSON.stringify(rows);
};

const jsonOf = (operation: Operation, example: RequestExample | undefined, making: Making): string => {
  const { choices } = making;
  const made = operation.body === undefined ? {} : objectOf(operation.body, making);
  const body =
    example?.body !== undefined && choices.once(3) ? { ...example.body, ...(choices.once(2) ? made : {}) } : made;
  return JSON.stringify(body) ?? '';
};

const bodyOf = (operation: Operation, query: string, making: Making): string | Uint8Array | undefined => {
  const { choices, hostile } = making;
  // Only a connection carries the body of a GET.
  if (operation.method === 'GET' && !choices.once(hostile > 0 ? 12 : 60)) return undefined;
  if (hostile > 0 && choices.once(hostile * 2)) return rawBody(choices);
  if (operation.body === undefined && operation.handler.kind !== 'receiveFile' && !choices.once(4)) return undefined;
  const { example } = operation;
  if (operation.handler.kind === 'receiveFile' && choices.once(3)) return example?.csv ?? '';
  const text = operation.handler.kind === 'receiveFile' ? fileOf(making, query) : jsonOf(operation, example, making);
  return hostile > 0 && choices.once(hostile) ? damaged(text, choices) : text;
};

/** A header can have no other characters. */
const headerText = (value: unknown): string =>
  String(value)
    .replace(/[^\x20-\x7e\xa1-\xff]/g, '?')
    .trim();

const headersOf = (
  operation: Operation,
  body: string | Uint8Array | undefined,
  making: Making,
): Record<string, string> => {
  const { choices, hostile } = making;
  const headers: Record<string, string> = {};
  if (body !== undefined) headers['content-type'] = 'application/json';
  if (operation.handler.kind === 'receiveFile' && typeof body === 'string' && !/^\s*\[/.test(body))
    headers['content-type'] = 'text/csv';
  if (operation.method === 'POST' && choices.once(8)) headers['idempotency-key'] = `key ${choices.below(20)}`;
  if (choices.once(20)) headers['accept-encoding'] = choices.of(['gzip', 'br, gzip', 'zstd;q=0', '*']) ?? '';
  if (choices.once(20)) headers['x-service-version'] = choices.once(3) ? '2020-01-01' : API_VERSION;
  if (operation.path.startsWith('/v2/member') && !choices.once(5))
    headers['x-client-id'] = making.memory.id('client', choices);
  if (choices.once(15)) headers['x-site-id'] = choices.once(3) ? making.memory.id('site', choices) : SITES.online;
  if (hostile > 0 && choices.once(4)) Object.assign(headers, oddHeader(choices));
  if (hostile === 0 || !choices.once(4)) return headers;
  const name = choices.of([
    'idempotency-key',
    'x-site-id',
    'x-client-id',
    'x-request-id',
    'x-service-version',
    'if-match',
    'x-forwarded-for',
    'accept',
    'accept-encoding',
    'accept-language',
    'origin',
    'cookie',
    'range',
    'if-none-match',
  ]);
  const value = choices.once(5) ? 'v'.repeat(300) : hostileValue(choices);
  return { ...headers, [name ?? 'accept']: headerText(typeof value === 'object' ? JSON.stringify(value) : value) };
};

const isJson = (body: string | Uint8Array): boolean => {
  try {
    JSON.parse(Buffer.from(body).toString());
    return true;
  } catch {
    return false;
  }
};

const credentialOf = (
  studio: FuzzedStudio,
  operation: Operation,
  making: Making,
  body: string | Uint8Array | undefined,
): Credential => {
  const { choices } = making;
  // Who may do everything gets as far as the parser.
  if (body !== undefined && operation.audience === 'business' && !isJson(body)) return studio.full;
  if (choices.once(25)) return choices.of(strangers) ?? studio.full;
  const isMember = operation.audience === 'member' && (!operation.path.startsWith('/v2/') || choices.once(2));
  if (isMember !== choices.once(25)) return choices.of(studio.members) ?? studio.full;
  return choices.once(2) ? studio.full : (choices.of(studio.business) ?? studio.full);
};

/** A request for one of the operations: valid, with a few hostile values, or with many. */
export const requestFor = (studio: FuzzedStudio, operation: Operation, making: Making): FuzzedRequest => {
  const { choices, hostile } = making;
  const { example } = operation;
  const query = queryOf(operation, example, making);
  const body = bodyOf(operation, query, making);
  const credential = credentialOf(studio, operation, making, body);
  const isStray = hostile > 0 && choices.once(60);
  return {
    operation: operation.id,
    credential: credential.name,
    method: hostile > 0 && choices.once(60) ? (choices.of([...METHODS, 'HEAD', 'OPTIONS']) ?? 'GET') : operation.method,
    path: (isStray ? (choices.of(UNKNOWN_PATHS) ?? '/') : pathOf(operation, example, making)) + query,
    headers: { ...credential.headers, ...headersOf(operation, body, making) },
    ...(body === undefined ? {} : { body }),
  };
};

/** The request as the server receives it. */
export const sendable = ({ method, path, headers, body }: FuzzedRequest): Request => {
  const mayHaveBody = body !== undefined && method !== 'GET' && method !== 'HEAD';
  return new Request(ROOT + path, { method, headers, ...(mayHaveBody ? { body } : {}) });
};
