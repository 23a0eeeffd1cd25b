// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/engagement.browser.ts
import { beforeAll, describe, expect, test } from 'bun:test';
import { CHALLENGES, ENTRIES } from '../../../src/resources/demo-ids.ts';
import { type Hands, keysOn, mouseOn } from './hands.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');
const { elsewhere } = peopleOf(server);

const CHALLENGE = `/console/engagement/challenges/${CHALLENGES.spring}`;
const DAYS = { startDate: '2026-03-09', endDate: '2026-04-05' };
let manager: View = {};
beforeAll(async () => {
  const person = { firstName: 'Mara', lastName: 'Lind', email: 'mara.lind@roles.example', role: 'manager' };
  const { link } = await elsewhere<{ link: string }>('POST', '/manage/staff/invitations', { person });
  manager = { invitation: link };
}, 60_000);

const draft = (title: string, more: object = {}) =>
  elsewhere<{ id: string }>('POST', '/manage/challenges', { title, type: 'points', ...DAYS, ...more });

test.each(VIEWS)(
  'the pages of challenges are accessible at $width px, $theme',
  async (view) => {
    const { page, faults } = await open('/console/engagement', view);
    const { id } = await draft(`Checklist ${view.width} ${view.theme}`);
    await page.getByRole('link', { name: 'Four-week challenge' }).waitFor();
    const look = async (what: string): Promise<void> => {
      expect([what, await axeFindings(page)]).toEqual([what, []]);
      expect([what, await sidewaysPixels(page)]).toEqual([what, 0]);
    };
    await look('list');
    for (const tab of ['', 'goals', 'assessments', 'articles', 'people', 'settings']) {
      await page.goto(new URL(`${CHALLENGE}/${tab}`, server.ready.rootUrl).href);
      await page.getByRole('heading', { name: 'Four-week challenge' }).waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      await look(tab);
    }
    await page.goto(new URL('/console/engagement/challenges/new', server.ready.rootUrl).href);
    await page.getByLabel('First day').waitFor();
    await look('new');
    await page.goto(new URL(`/console/engagement/challenges/${id}`, server.ready.rootUrl).href);
    await page.getByRole('heading', { name: 'Before you publish' }).waitFor();
    await look('draft');
    expect(faults).toEqual([]);
  },
  120_000,
);

const HANDS: readonly (readonly [string, (page: Hands['page']) => Hands])[] = [
  ['mouse', mouseOn],
  ['keyboard', keysOn],
];

describe.each(HANDS)('a challenge by %s', (kind, handsOn) => {
  test('is made as a draft, gets a goal, and is published with what that does said before', async () => {
    const view = kind === 'mouse' ? {} : { width: 390 };
    const { page, faults } = await open('/console/engagement', view);
    const hands = handsOn(page);
    const name = `Move by ${kind}`;
    await hands.press(page.getByRole('link', { name: /^New challenge/ }));
    await hands.press(page.getByRole('button', { name: /^Create draft/ }));
    await page.getByText('Enter a name.').waitFor();
    await page
      .locator(':focus')
      .and(page.getByLabel('Name', { exact: true }))
      .waitFor();
    await hands.write(page.getByLabel('Name', { exact: true }), name);
    await page.getByLabel('First day').fill('2026-03-09');
    await page.getByLabel('Last day').fill('2026-04-05');
    await hands.press(page.getByRole('button', { name: /^Create draft/ }));
    await toast(page, `${name} was saved as a draft. Members cannot see it yet.`).waitFor();
    await page.getByRole('heading', { name: 'Before you publish' }).waitFor();
    await page.getByText('Ready to publish.').waitFor();
    await hands.press(page.getByRole('button', { name: 'Add Goals' }));
    await hands.press(page.getByRole('button', { name: 'Add goal' }));
    const dialog = page.getByRole('dialog', { name: 'Add goal' });
    await hands.write(dialog.getByLabel('Name', { exact: true }), 'Eight glasses');
    await hands.press(dialog.getByRole('button', { name: 'Add goal' }));
    await page.getByRole('cell', { name: 'Eight glasses', exact: true }).waitFor();
    await hands.press(page.getByRole('button', { name: 'Publish', exact: true }));
    const question = page.getByRole('alertdialog', { name: `Publish ${name}?` });
    await question.getByText(/Members of all locations see it right away\./).waitFor();
    await question.getByText(/with 1 goal, no assessments, and no articles/).waitFor();
    await hands.press(question.getByRole('button', { name: 'Publish challenge' }));
    await toast(page, `${name} published.`).waitFor();
    await page.getByText('Open to join').first().waitFor();
    expect(faults).toEqual([]);
  }, 120_000);
});

test('the times of a new challenge are by the clock of its first location', async () => {
  const site = { name: 'Pacific', timezone: 'America/Los_Angeles' };
  const { id: siteId } = await elsewhere('POST', '/v2/sites', site);
  const { page } = await open('/console/engagement/challenges/new');
  await page.getByLabel('Name', { exact: true }).fill('Far west');
  await page.getByLabel('First day').fill('2026-03-09');
  await page.getByLabel('Last day').fill('2026-04-05');
  await page.getByLabel('Enrollment opens').fill('2026-03-06 09:00');
  await page
    .getByRole('switch', { name: 'Pacific' })
    .or(page.getByText('Pacific', { exact: true }))
    .first()
    .click();
  await page.getByRole('button', { name: /^Create draft/ }).click();
  await page.getByRole('heading', { name: 'Before you publish' }).waitFor();
  const made = await elsewhere<object>('GET', `/manage/challenges/${new URL(page.url()).pathname.split('/')[4]}`);
  expect(made).toMatchObject({
    siteIds: [siteId],
    timezone: 'America/Los_Angeles',
    enrollmentOpensAt: '2026-03-06T17:00:00.000Z',
  });
  await elsewhere('DELETE', `/v2/sites/${siteId}`);
});

test('a draft that does not fit is refused in the words of the server, and missing points are said', async () => {
  const { id } = await draft('Too short', { pointsRules: { perAttendance: 0 } });
  const goal = { title: 'Walk', targetType: 'boolean', submitBy: '2026-04-05T00:00:00Z' };
  await elsewhere('POST', `/manage/challenges/${id}/goals`, goal);
  await elsewhere('PATCH', `/manage/challenges/${id}`, { endDate: '2026-03-12' });
  const { page } = await open(`/console/engagement/challenges/${id}`);
  await page.getByText('1 thing is missing').waitFor();
  await page.getByRole('button', { name: 'Publish', exact: true }).first().click();
  const question = page.getByRole('alertdialog');
  await question.getByText('Nothing earns points yet.').waitFor();
  await question.getByText(/outside the challenge’s dates/).waitFor();
  expect(await question.getByRole('button', { name: 'Publish challenge' }).count()).toBe(0);
});

test('what members rely on is text once it is published; places and texts change', async () => {
  const { page, faults } = await open(`${CHALLENGE}/settings`);
  await page.getByLabel('Participant limit').waitFor();
  expect(await page.getByLabel('First day').count()).toBe(0);
  expect(await page.getByLabel('Points per visit').count()).toBe(0);
  await page.getByLabel('Participant limit').fill('60');
  await page.getByText('Before: 50').waitFor();
  await page.getByRole('button', { name: /^Save/ }).click();
  await toast(page, 'Saved.').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await page.getByText(/of 60/).waitFor();
  expect(faults).toEqual([]);
});

test('two people on one challenge: the later one chooses between both values', async () => {
  const { id } = await draft('Two people');
  const { page } = await open(`/console/engagement/challenges/${id}/settings`);
  await page.getByLabel('Name', { exact: true }).fill('Mine');
  await elsewhere('PATCH', `/manage/challenges/${id}`, { title: 'Theirs' });
  const path = `**/manage/challenges/${id}`;
  // The other version cannot be read: the form says so, and the next press asks again.
  const error = { type: 'permission_error', code: 'permission_denied', message: 'Not now.' };
  await page.route(path, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 403, json: { error } }) : route.continue(),
  );
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('alert').first().waitFor();
  await page.unroute(path);
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByText(/^Someone else changed this at/).waitFor();
  await page.locator('label').filter({ hasText: 'Your version' }).click();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Mine' }).waitFor();
});

test('what is typed while a change is saved stays, to be saved with the next press', async () => {
  const { id } = await draft('Slow save');
  const { page } = await open(`/console/engagement/challenges/${id}/settings`);
  const name = page.getByLabel('Name', { exact: true });
  const answer = Promise.withResolvers<void>();
  await page.route(`**/manage/challenges/${id}`, async (route) => {
    if (route.request().method() === 'PATCH') await answer.promise;
    await route.continue();
  });
  await name.fill('First');
  const sent = page.waitForRequest((request) => request.method() === 'PATCH');
  await page.getByRole('button', { name: /^Save/ }).click();
  await sent;
  await name.fill('Second');
  answer.resolve();
  await page.getByRole('heading', { name: 'First' }).waitFor();
  expect(await name.inputValue()).toBe('Second');
  await page.getByRole('button', { name: /^Save/ }).click();
  await page.getByRole('heading', { name: 'Second' }).waitFor();
});

test('leaving a form with changes asks, and a reload keeps the draft', async () => {
  const { page } = await open('/console/engagement/challenges/new');
  await page.getByLabel('Name', { exact: true }).fill('Half a name');
  await page.getByRole('link', { name: 'Challenges' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await question.getByRole('button', { name: 'Keep editing' }).click();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name');
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await page.getByRole('button', { name: 'Start over' }).waitFor();
  expect(await page.getByLabel('Name', { exact: true }).inputValue()).toBe('Half a name');
});

test('an assessment with questions and an article of a week are added', async () => {
  const { id } = await draft('Parts');
  const { page, faults } = await open(`/console/engagement/challenges/${id}/assessments`);
  await page.getByRole('button', { name: 'Add assessment' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add assessment' }).click();
  await dialog.getByText('Enter a name.').waitFor();
  await dialog.getByLabel('Name', { exact: true }).fill('First day');
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).fill('Gewicht über alles');
  await dialog.getByLabel('Unit').fill('kg');
  await dialog.getByRole('button', { name: 'Add question' }).click();
  await dialog.getByRole('textbox', { name: 'Question', exact: true }).nth(1).fill('Plank');
  await dialog.getByRole('button', { name: 'Move Plank up' }).click();
  await dialog.getByRole('button', { name: 'Add assessment' }).click();
  await page.getByRole('cell', { name: 'Plank and Gewicht über alles' }).waitFor();
  const { data } = await elsewhere<{ data: { fields: { key: string }[] }[] }>(
    'GET',
    `/manage/challenges/${id}/assessments`,
  );
  expect(data[0]?.fields.map(({ key }) => key)).toEqual(['Plank', 'Gewichtuberalles']);
  await page.getByRole('tab', { name: 'Articles' }).click();
  await page.getByRole('button', { name: 'Add article' }).click();
  await page.getByPlaceholder('Search the library').fill('Rest');
  await page.getByRole('option', { name: 'Why rest days matter' }).first().click();
  await page.getByLabel('Week').fill('2');
  await page.getByRole('dialog').getByRole('button', { name: 'Add article' }).click();
  await page.getByRole('cell', { name: 'Week 2' }).waitFor();
  const articles = await elsewhere<{ data: { contentEntryId: string }[] }>('GET', `/manage/challenges/${id}/articles`);
  expect(Object.values(ENTRIES)).toContain(articles.data[0]?.contentEntryId ?? '');
  await page.getByRole('button', { name: /^Remove/ }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await page.getByText('No articles yet.', { exact: false }).waitFor();
  expect(faults).toEqual([]);
});

test('who takes part stands by rank, and a challenge is archived after a question', async () => {
  const { page } = await open(`${CHALLENGE}/people`, manager);
  const row = page.getByRole('row').filter({ hasText: 'Dana Rivera' });
  await row.getByRole('cell', { name: '1st' }).waitFor();
  await page.getByRole('radio', { name: 'Left' }).click();
  await page.getByText('No one has left.').waitFor();
  const { id } = await draft('Goes away');
  await page.goto(new URL(`/console/engagement/challenges/${id}`, server.ready.rootUrl).href);
  await page.getByRole('button', { name: 'Archive' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Archive challenge' }).click();
  await toast(page, 'Goes away archived.').waitFor();
  await page.goto(new URL('/console/engagement?show=archived', server.ready.rootUrl).href);
  await page.getByRole('link', { name: 'Goes away' }).waitFor();
});

test('the front desk is told in words that the pages are not for them', async () => {
  for (const path of ['', '/boards', '/awards']) {
    const { page } = await open(`/console/engagement${path}`, { role: 'front_desk' });
    await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
    expect(await page.getByRole('navigation', { name: 'Console' }).getByText('Engagement').count()).toBe(0);
  }
});
