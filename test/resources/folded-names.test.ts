import { beforeEach, expect, test } from 'bun:test';
import type { Caller } from '../../src/kernel/caller.ts';
import { instructorNamed, siteNamed } from '../../src/resources/imports/importers/references.ts';
import { forEachTest, openStudio } from '../helpers/api.ts';
import { addClient } from '../helpers/bookings.ts';

const studio = forEachTest(openStudio);

const NAMES: readonly [written: string, ...typed: string[]][] = [
  ['Łukasz', 'Lukasz', 'łukasz'],
  ['Søren', 'Soren', 'SØREN'],
  ['Weiß', 'Weiss', 'weiß'],
  ['Đorđe', 'Dorde', 'đorđe'],
  ['Ægir', 'Aegir', 'ægir'],
  ['D’Angelo', "D'Angelo", 'dangelo', 'd angelo', 'D’Angelo', 'angelo'],
  ["O'Brien", 'obrien', 'O’Brien', 'brien'],
  ['Anne‑Lene', 'anne-lene', 'annelene', 'anne lene'],
  ['Þór', 'Thor'],
  ['Семён', 'Семен'],
  ['Işıl', 'isil'],
];

beforeEach(async () => {
  for (const [index, [name]] of NAMES.entries()) {
    const person = { firstName: name, lastName: 'Quu', email: `p${index}@example.com` };
    await addClient(studio, person);
    await studio.post('/v2/staff', { ...person, role: 'manager' });
    await studio.post('/v2/sites', { name: `${name} Quu` });
  }
});

for (const path of ['clients', 'staff', 'sites']) {
  test(`names are found in ${path} as people type them`, async () => {
    const field = path === 'clients' ? 'fullName' : path === 'staff' ? 'firstName' : 'name';
    for (const [name, ...typed] of NAMES) {
      for (const each of typed) {
        const found = await studio.listed(`/v2/${path}?search=${encodeURIComponent(each)}`, {}, field);
        expect([each, found]).toEqual([each, [path === 'staff' ? name : `${name} Quu`]]);
      }
    }
  });
}

const caller: Caller = { credentialId: '', kind: 'business', scopes: new Set(['*']), siteIds: null, tier: 'basic' };

test('an import finds the site and the person of a name as people type it', async () => {
  const view = studio.store.view();
  for (const [name, typed = ''] of NAMES) {
    const called = `${typed} quu`;
    const site = siteNamed(view, caller, called, 'siteName');
    expect((await studio.get(`/v2/sites/${site}`)).body.name).toBe(`${name} Quu`);
    const person = instructorNamed(view, caller, called, 'instructorName');
    expect((await studio.get(`/v2/staff/${person}`)).body.firstName).toBe(name);
  }
});

test('of sites whose names differ only in accents, an import takes the one as it is written', async () => {
  const { id } = (await studio.post('/v2/sites', { name: 'Weiss Quu' })).body;
  const view = studio.store.view();
  expect(siteNamed(view, caller, 'weiss quu', 'siteName')).toBe(id);
  expect(() => siteNamed(view, caller, 'We-iss Quu', 'siteName')).toThrow('Several sites');
});
