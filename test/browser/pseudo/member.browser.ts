// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/pseudo/member.browser.ts
import { expect, test } from 'bun:test';
import { PSEUDO } from '../../../scripts/texting/pseudo.ts';
import { MEMBER } from '../../../src/resources/demo-ids.ts';
import { until } from '../../helpers/process.ts';
import { peopleOf } from '../console/people.ts';
import { addressesOf, CLOCK, MEMBERS, STRANGERS } from '../member/addresses.ts';
import { memberPagesOf } from '../member/open.ts';
import { IN_PSEUDO, testPseudo } from './open.ts';
import { faultsOfPage } from './words.ts';

const { open, server } = memberPagesOf(testPseudo('--clock', CLOCK).server);

test.each([
  { who: 'a visitor', clientId: null, paths: STRANGERS },
  { who: 'a member', clientId: undefined, paths: MEMBERS },
])(
  'for $who no page has a word from outside the catalogue, or one without room',
  async ({ clientId, paths }) => {
    const { page } = await open('/book/terms', { ...IN_PSEUDO, ...(clientId === null ? { clientId } : {}) });
    expect(await page.locator('html').getAttribute('lang')).toBe(IN_PSEUDO.locale);
    const found: string[] = [];
    for (const path of await addressesOf(server, paths)) {
      await page.goto(new URL(path, server.ready.rootUrl).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      for (const each of await faultsOfPage(page)) found.push(`${path}: ${each}`);
    }
    expect(found).toEqual([]);
  },
  600_000,
);

test('nor have the pages on which a client chooses emails, for all of them and for one kind', async () => {
  const { elsewhere, sell } = peopleOf(server);
  await elsewhere('PATCH', `/v2/clients/${MEMBER}`, { preferredLocale: PSEUDO });
  await sell(MEMBER);
  // The link to them is in each email.
  let link: string | undefined;
  await until(async () => {
    const { data } = await elsewhere<{ data: { text: string }[] }>('GET', '/sandbox/mailbox?limit=100');
    link = data.map(({ text }) => /https?:\/\/\S+\/mails\/[\w.~-]+/.exec(text)?.[0]).find((each) => each !== undefined);
    return link !== undefined;
  });
  const { page } = await open('/book/terms', { ...IN_PSEUDO, clientId: null });
  const found: string[] = [];
  const look = async (step: string): Promise<void> => {
    await page.getByRole('heading', { level: 1 }).waitFor();
    expect(await page.locator('html').getAttribute('lang')).toBe(IN_PSEUDO.locale);
    for (const each of await faultsOfPage(page)) found.push(`${step}: ${each}`);
  };
  await page.goto(`${link}`);
  await look('all');
  await page.getByRole('button').click();
  await page.getByRole('status').waitFor();
  await look('saved');
  await page.goto(`${link}/reminders`);
  await look('one');
  await page.getByRole('button').click();
  await page.getByRole('status').waitFor();
  await look('stopped');
  await page.goto(`${link}/payments`);
  await look('locked');
  expect(found).toEqual([]);
}, 120_000);
