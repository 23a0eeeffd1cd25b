import { describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { errorCodes } from '../../../src/http/codes/error-codes.ts';
import { contractCodes } from '../../helpers/contract-codes.ts';

const root = resolve(import.meta.dir, '../../..');
const statuses = new Map(errorCodes.flatMap(({ status, codes }) => codes.map(([code]) => [code, status] as const)));

/** Which argument of each call is its code, and with which status; `new Problem` says its own. */
const CALLS: Readonly<Record<string, { readonly index: number; readonly status?: number }>> = {
  'new Problem': { index: 1 },
  conflict: { index: 0, status: 409 },
  forbidden: { index: 1, status: 403 },
  invalidParam: { index: 2, status: 400 },
};

/** The arguments of the call whose bracket opens at `open`, as they are written. */
const argumentsAt = (text: string, open: number): string[] => {
  const found: string[] = [];
  let depth = 0;
  let start = open + 1;
  let quote = '';
  for (let at = open; at < text.length; at += 1) {
    const character = text[at] ?? '';
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (`'"\``.includes(character)) quote = character;
    else if ('([{'.includes(character)) depth += 1;
    else if (')]}'.includes(character)) depth -= 1;
    if (quote === '' && ((character === ',' && depth === 1) || depth === 0)) {
      found.push(text.slice(start, at).trim());
      start = at + 1;
    }
    if (depth === 0 && quote === '') return found;
  }
  return found;
};

interface Use {
  readonly where: string;
  readonly code: string;
  readonly status: number | undefined;
}

const literal = (written: string | undefined): string | undefined => /^'([a-z_]+)'$/.exec(written ?? '')?.[1];

const usesIn = (path: string): Use[] => {
  const text = readFileSync(join(root, path), 'utf8');
  const calls = [...text.matchAll(/(?<![\w.])(new Problem|conflict|forbidden|invalidParam)\(/g)].flatMap((match) => {
    const { index, status } = CALLS[match[1] ?? ''] ?? { index: 0 };
    const written = argumentsAt(text, match.index + match[0].length - 1);
    const code = literal(written[index]);
    return code === undefined ? [] : [{ where: path, code, status: status ?? Number(written[0]) }];
  });
  // A site has a code, too, in the body of an example.
  const details = [...text.replace(/\bbody: \{[^}]*\}/g, '').matchAll(/\bcode: '([a-z_]+)'/g)].map(([, code = '']) => ({
    where: path,
    code,
    status: undefined,
  }));
  return [...calls, ...details];
};

/** The codes of the transition tables, `['already_cancelled', 'This booking ...']`. */
const refusalsIn = (value: unknown): string[] => {
  if (Array.isArray(value) && value.length === 2) return [String(value[0])];
  if (typeof value !== 'object' || value === null || value instanceof Set || Array.isArray(value)) return [];
  return Object.values(value).flatMap(refusalsIn);
};

const files = [
  ...new Bun.Glob('src/{kernel,database,http,auth,rate-limits,resources,cli,sandbox}/**/*.ts').scanSync({ cwd: root }),
];
const uses = files.flatMap(usesIn);

describe('every code that the program answers is explained in src/http/codes/error-codes.ts', () => {
  test('with the status it is thrown with', () => {
    expect(uses.length).toBeGreaterThan(30);
    const calls = uses.filter(({ status }) => status !== undefined);
    const strange = calls.filter(({ code, status }) => statuses.get(code) !== status);
    expect(strange).toEqual([]);
  });

  test('in details too, where a reason may stand that the text of its code names', () => {
    const text = JSON.stringify(errorCodes);
    const details = uses.filter(({ where, status }) => status === undefined && !/^src\/(?:cli|sandbox)\//.test(where));
    const unknown = details.filter(({ code }) => !statuses.has(code) && !new RegExp(`\\b${code}\\b`).test(text));
    expect(unknown).toEqual([]);
  });

  test('and where a table of states refuses', async () => {
    const tables = [...new Bun.Glob('src/resources/**/states.ts').scanSync({ cwd: root })];
    const modules = await Promise.all(tables.map((path) => import(join(root, path))));
    const codes = modules.flatMap((module) => Object.values(module).flatMap(refusalsIn));
    expect(codes).toContain('already_cancelled');
    expect(codes.filter((code) => statuses.get(code) !== 409)).toEqual([]);
  });
});

test('each code stands in the table once', () => {
  const codes = errorCodes.flatMap(({ codes }) => codes.map(([code]) => code));
  expect(codes.filter((code, index) => codes.indexOf(code) !== index)).toEqual([]);
});

test('each code stands in the contract, and the contract names no other', () => {
  const named = contractCodes();
  expect(Object.fromEntries([...named].toSorted())).toEqual(Object.fromEntries([...statuses].toSorted()));
});
