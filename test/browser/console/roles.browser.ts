// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/roles.browser.ts
// Every role at every address: what a person may not do is neither shown, nor asked of the server, nor answered.
import { beforeAll, describe, expect, test } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { permissionsOf } from '../../../src/auth/roles.ts';
import type { Permission } from '../../../src/kernel/permissions.ts';
import { MEMBER, SITES, STAFF } from '../../../src/resources/demo-ids.ts';
import { ADDRESSES, type Address, GATES, OWN } from './addresses.ts';
import { sendTo } from './day.ts';
import { testConsole, type View } from './open.ts';
import { browserOf, isForbidden, OF_THE_FRAME, PEOPLE, shows } from './visiting.ts';

const opened = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');
const { server } = opened;

let own = '';
let others = '';
/** How each person comes in: the people of the demo studio by their role, all others by an invitation. */
const views = new Map<string, View>();
beforeAll(async () => {
  const make = async (instructorId: string, roomName: string) => {
    const startTime = '2026-03-05T16:00:00Z';
    const body = { name: `Test in ${roomName}`, siteId: SITES.downtown, instructorId, roomName, startTime };
    const more = { durationMinutes: 60, capacity: 10, overrideConflicts: true, allowConflict: true };
    return (await sendTo(server.ready, 'POST', '/manage/sessions', { ...body, ...more })).id;
  };
  own = await make(STAFF.ana, 'Studio A');
  others = await make(STAFF.ben, 'Studio B');
  await sendTo(server.ready, 'POST', '/v2/bookings', { clientId: MEMBER, sessionId: own, requireCredit: false });
  for (const [index, { who, role, permissionOverrides }] of PEOPLE.entries()) {
    if (role !== 'manager' && role === who) views.set(who, { role });
    else {
      const person = { firstName: 'Test', lastName: 'Person', email: `test.${index}@roles.example`, role };
      const body = { person: { ...person, permissionOverrides } };
      const { link } = await sendTo<{ link: string }>(server.ready, 'POST', '/manage/staff/invitations', body);
      views.set(who, { invitation: link });
    }
  }
}, 90_000);

test('the tables name each address of the console', async () => {
  const folder = new URL('../../../src/console/app/routes/', import.meta.url).pathname;
  const files = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'));
  const text = files.join('\n');
  const paths = [...text.matchAll(/path: '([^']+)'/g)].map(([, path = '']) => path);
  const named = [...ADDRESSES.map(({ path }) => path), OWN.path, ...GATES];
  expect([...new Set(named)].toSorted()).toEqual([...new Set(paths)].toSorted());
});

describe.each(PEOPLE)('$who', ({ who, role, permissionOverrides }) => {
  const held = new Set<Permission>(permissionsOf(role, permissionOverrides));
  const opens = ({ needs, forInstructors = false, ofOwn = false }: Address, by: ReadonlySet<Permission>): boolean =>
    role === 'instructor'
      ? forInstructors && (ofOwn || needs.every((each) => by.has(each)))
      : needs.every((each) => by.has(each));
  const mayOpen = (entry: Address): boolean => opens(entry, held);
  // What a role may not open, somebody without more permissions may not either: the role has met it.
  const ofRole = new Set<Permission>(permissionsOf(role, { grant: [], revoke: [] }));
  const met = [...ADDRESSES, OWN].filter((entry) => who === role || mayOpen(entry) || opens(entry, ofRole));
  let browser: Awaited<ReturnType<typeof browserOf>>;
  beforeAll(async () => {
    browser = await browserOf(opened, views.get(who) ?? {});
  }, 60_000);

  test.each(met.map((entry) => ({ ...entry, title: entry.tab ?? '' })))(
    'at $path $title',
    async (entry) => {
      const { asked, refused } = await browser.visit(entry.address(own));
      expect(await isForbidden(browser.page)).toBe(!mayOpen(entry));
      if (!mayOpen(entry)) {
        if (entry.ofOwn === true)
          expect(refused.filter((each) => each.includes('/roster'))).toHaveLength(refused.length);
        else expect(refused).toEqual([]);
        expect(asked.filter((each) => !OF_THE_FRAME.includes(each) && !each.endsWith('/roster'))).toEqual([]);
        await browser.page.getByText('Your role does not include it. Ask Olivia Grant for access.').waitFor();
        await browser.page.getByRole('link', { name: 'Go to Today' }).waitFor();
        return;
      }
      expect(refused).toEqual([]);
      const wrong: string[] = [];
      for (const [name, ...needs] of entry.actions ?? []) {
        if ((await shows(browser.page, name)) !== needs.every((each) => held.has(each)))
          wrong.push(`${name} by ${needs.join()}`);
      }
      expect(wrong).toEqual([]);
    },
    60_000,
  );

  test('the navigation has what may be opened, and nothing else', async () => {
    await browser.visit('/console/calendar');
    const links = browser.page.getByRole('navigation', { name: 'Console' }).getByRole('link');
    const shown = await Promise.all((await links.all()).map((link) => link.getAttribute('href')));
    const sections = new Map(
      ADDRESSES.flatMap((entry) => {
        const name = /^\/[a-z]+(?=$|\/\{-\$tab\}$)/.exec(entry.path)?.[0];
        return name === undefined ? [] : [[name, entry] as const];
      }).reverse(),
    );
    const open = [...sections].filter(([, entry]) => mayOpen(entry)).map(([name]) => `/console${name}`);
    expect(shown.toSorted()).toEqual(open.toSorted());
  }, 60_000);

  test('a class of somebody else is shown to who may read all bookings', async () => {
    await browser.visit(`/console/sessions/${others}`);
    const isShown = (await browser.page.getByRole('heading', { name: 'Test in Studio B' }).count()) > 0;
    expect(isShown).toBe(held.has('bookings:read'));
  }, 60_000);
});
