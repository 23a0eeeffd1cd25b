import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { faultsOf } from '../../scripts/fuzzing/judge.ts';
import { canBeAnother, NOBODY, placeWithoutRights } from '../helpers/another-user.ts';
import type { ApiResponse } from '../helpers/api.ts';
import { contractCodes } from '../helpers/contract-codes.ts';
import { canMount } from '../helpers/mount.ts';
import { startServer } from '../helpers/process.ts';
import { bookingCodes } from './codes/bookings.ts';
import { type Box, boxOf, type Provocations } from './codes/box.ts';
import { codesElsewhere } from './codes/elsewhere.ts';
import { engagementCodes } from './codes/engagement.ts';
import { moneyCodes } from './codes/money.ts';
import { CLOSED_ISSUER, peopleCodes } from './codes/people.ts';
import { requestCodes } from './codes/requests.ts';

// Every error of the contract, once, in the program that people run: in an empty folder, by a user without rights. What
// only the executable lacks, such as a package that was not bundled whole, shows as a 500 here.

const place = await placeWithoutRights();
const database = join(place.cwd, 'box', 'studiod.db');
let box: Box;
beforeAll(async () => {
  const env = { STUDIOD_MEMBER_ISSUER: CLOSED_ISSUER, STUDIOD_MEMBER_AUDIENCE: 'app', STUDIOD_FFMPEG: 'off' };
  const words = ['--data', 'box', '--clock', 'fixed:2026-03-02T08:00:00Z', '--log-level', 'error'];
  box = boxOf(await startServer({ ...place, env }, 'sandbox', ...words), database);
}, 90_000);

/** Faults of the machine below a sandbox. */
const faultCodes: Provocations = {
  database_busy: async ({ call }) => {
    const db = new Database(database);
    db.run('BEGIN IMMEDIATE');
    const response = await call('POST', '/v2/sites', { name: 'Scheduled' });
    db.run('ROLLBACK');
    db.close();
    return response;
  },
  internal_error: async ({ call, change }) => {
    change('ALTER TABLE contentTags RENAME TO gone');
    const response = await call('POST', '/manage/content/tags', { name: 'Broken' });
    change('ALTER TABLE gone RENAME TO contentTags');
    return response;
  },
};
const inSandbox: Provocations = {
  ...requestCodes,
  ...bookingCodes,
  ...moneyCodes,
  ...engagementCodes,
  // The last ones, since their tests move the clock and end the owners.
  ...peopleCodes,
  ...faultCodes,
};

/** The codes that this file does not provoke, each with the reason. */
const NOT_HERE: Readonly<Record<string, string>> = {
  ...(canMount ? {} : { storage_full: 'it takes a disk of its own, which only root can mount' }),
  see_desk: 'a kiosk stores what it refuses: no rule of a check-in refuses what it cannot store',
};

const codes = contractCodes();

/** The codes of single rows of an import, which are in the details of its 400. */
const OF_ROWS = ['client_merged'];

const expectError = (response: ApiResponse, code: string): void => {
  const { status, body, headers } = response;
  if (OF_ROWS.includes(code)) expect([status, body.error?.details?.[0]?.code]).toEqual([400, code]);
  else expect([status, body.error?.code], JSON.stringify(body)).toEqual([codes.get(code), code]);
  const faults = faultsOf({ status, headers, text: JSON.stringify(body), isFile: false });
  expect(faults.filter((fault) => fault !== `it answered ${status}`)).toEqual([]);
};

test('each code of the contract is provoked, or named with the reason why not', () => {
  const provoked = [...Object.keys(inSandbox), ...Object.keys(codesElsewhere), ...Object.keys(NOT_HERE)];
  expect(provoked.toSorted()).toEqual([...codes.keys()].toSorted());
});

test.skipIf(!canBeAnother)('a user without rights runs it (skipped where the tests cannot become another user)', () => {
  expect(statSync(database).uid).toBe(NOBODY);
});

describe('in a sandbox', () => {
  for (const [code, provoke] of Object.entries(inSandbox)) {
    test(`${codes.get(code)} ${code}`, async () => expectError(await provoke(box), code));
  }
});

describe('with a server of its own', () => {
  for (const [code, provoke] of Object.entries(codesElsewhere)) {
    test(`${codes.get(code)} ${code}`, async () => expectError(await provoke(place), code));
  }
});
