// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/member/challenges.browser.ts
import { beforeEach, expect, test } from 'bun:test';
import type { Page } from 'playwright-core';
import { ARTICLES, ASSESSMENTS, AWARDS, BOARDS, CHALLENGES, ENTRIES, GOALS } from '../../../src/resources/demo-ids.ts';
import { axeFindings, sidewaysPixels, VIEWS } from '../console/open.ts';
import { testMember } from './open.ts';

const { server, open } = testMember('--clock', 'fixed:2026-03-06T12:30:00Z');

let numbers = 0;
/** What is made for a test has a number, so that the test can run once more. */
const numbered = (name: string): string => `${name} ${++numbers}`;

const SPRING = `/book/challenges/${CHALLENGES.spring}`;
const EVIL = `<img src=x onerror="document.title='run'"><script>document.title='run'</script>`;

const PAGES = [
  '/book/challenges',
  SPRING,
  `/book/challenges/${CHALLENGES.steps}`,
  `${SPRING}/leave`,
  `${SPRING}/board`,
  `${SPRING}/goals/${GOALS.walk}`,
  `${SPRING}/articles/${ARTICLES.morningFlow}`,
  `${SPRING}/assessments/${ASSESSMENTS.start}`,
  '/book/boards',
  `/book/boards/${BOARDS.visits}`,
  '/book/me/awards',
  `/book/me/bests/${ENTRIES.backSquat}`,
  `/book/me/bests/${ENTRIES.row}`,
];

const made = async (path: string, body: object): Promise<string> => {
  const response = await server.call('POST', path, body);
  expect([path, response.status, response.body]).toEqual([path, 201, expect.anything()]);
  return response.body.id;
};

const member = async (firstName: string, lastName: string, homeLocationId = server.ready.siteId): Promise<string> => {
  const email = `${numbered(`${firstName}.${lastName}`).replace(' ', '')}@example.com`.toLowerCase();
  return made('/v2/clients', { firstName, lastName, email, homeLocationId, status: 'active' });
};

// A member reads a number of times an hour, and a page reads several times.
beforeEach(async () => {
  await server.call('POST', '/sandbox/clock', { advance: 'PT61M' });
});

/** A challenge that runs today, open to everybody. */
const newChallenge = async (fields: object): Promise<string> => {
  const dates = { startDate: '2026-03-02', endDate: '2026-03-29' };
  const pointsRules = { perAttendance: 10, perGoal: 5, perAssessment: 20, perArticle: 5 };
  return made('/manage/challenges', { title: 'March', type: 'points', ...dates, pointsRules, ...fields });
};
const publish = (id: string) => server.call('POST', `/manage/challenges/${id}/publish`);

const join = async (page: Page): Promise<void> => {
  const button = page.getByRole('button', { name: 'Join' });
  await button.waitFor();
  await page.waitForLoadState();
  const rules = page.getByRole('checkbox', { name: 'I accept the rules' });
  if ((await rules.count()) > 0) await rules.check();
  await button.click();
  await page.getByRole('link', { name: 'Leave challenge' }).waitFor();
};

test.each(VIEWS)(
  'each page is accessible at $width px, $theme',
  async (view) => {
    const { page, faults } = await open('/book/challenges', view);
    for (const path of PAGES) {
      await page.goto(new URL(path, server.ready.rootUrl).href);
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
    }
    expect(faults).toEqual([]);
  },
  120_000,
);

test.each(['de-DE', 'es-ES', 'fr-FR'])(
  'in %s nothing is cut off at 390 px, and every word is translated',
  async (locale) => {
    const { page } = await open('/book/challenges', { locale, width: 390 });
    for (const path of PAGES) {
      await page.goto(new URL(path, server.ready.rootUrl).href);
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
      expect([path, await page.locator('main').textContent()]).toEqual([
        path,
        expect.not.stringMatching(/challenges\.\w|shell\.\w/),
      ]);
    }
  },
  120_000,
);

test('a member joins, does what there is to do, and leaves', async () => {
  const title = numbered('Twelve in March');
  const id = await newChallenge({ title, rules: 'Be **kind**.' });
  await made(`/manage/challenges/${id}/goals`, {
    title: 'Stretch',
    targetType: 'duration',
    unit: 'min',
    defaultTarget: 10,
    minTarget: 5,
    maxTarget: 60,
    period: 'day',
  });
  await made(`/manage/challenges/${id}/goals`, { title: 'Sleep', targetType: 'boolean', period: 'week' });
  const fields = [{ key: 'plank', label: 'Plank', unit: 's', min: 0, max: 600, required: true }];
  await made(`/manage/challenges/${id}/assessments`, { name: 'Start', stage: 'baseline', fields });
  const article = {
    type: 'article',
    status: 'published',
    title: 'Rest well',
    body: `# Rest\n\nSleep **well**. ${EVIL}`,
  };
  const contentEntryId = await made('/manage/content/entries', article);
  await made(`/manage/challenges/${id}/articles`, { contentEntryId });
  await publish(id);

  const { page, faults } = await open('/book/challenges', { width: 390 });
  await page.getByRole('link', { name: title }).click();
  await page.getByRole('heading', { level: 1, name: title }).waitFor();
  await page.getByText('On leaderboards you appear as “Dana R.”').waitFor();
  await page.locator('strong', { hasText: /^kind$/ }).waitFor();
  await join(page);
  await page.getByText('0 points').first().waitFor();

  // Commits to a target within its bounds, and notes what was done.
  await page.getByRole('link', { name: 'Set my target' }).click();
  await page.getByRole('spinbutton', { name: 'My target (min)' }).fill('20');
  await page.getByRole('button', { name: 'Set my target' }).click();
  await page.getByText('your goal: 20 min').waitFor();
  await page.getByRole('link', { name: 'Log it' }).click();
  await page.getByRole('spinbutton', { name: 'Amount (min)' }).fill('25');
  await page.getByRole('textbox', { name: 'Private note' }).fill(EVIL);
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Logged: 25 min').waitFor();
  await page.getByRole('img', { name: 'Done 1 day this week' }).waitFor();

  // What is done in one press can be undone.
  await page.getByRole('button', { name: 'Commit' }).click();
  await page.getByText('you committed to this').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('definition').filter({ hasText: '10 points' }).waitFor();
  await page.getByRole('button', { name: 'Undo' }).click();
  await page.getByText('Not done').waitFor();

  await page.getByRole('link', { name: 'Start' }).click();
  await page.getByRole('spinbutton', { name: 'Plank (s)' }).fill('90');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Submitted').waitFor();
  await page.getByRole('link', { name: 'Rest well' }).click();
  await page.getByRole('heading', { level: 1, name: 'Rest well' }).waitFor();
  await page.getByText(EVIL).waitFor();
  await page.getByRole('button', { name: 'Mark as read' }).click();
  await page.getByRole('definition').filter({ hasText: '30 points' }).waitFor();

  await page.getByRole('link', { name: 'Leave challenge' }).click();
  await page.getByRole('button', { name: 'Leave challenge', exact: true }).click();
  await page.getByText('You left this challenge. Rejoin to get your points back.').waitFor();
  await join(page);
  await page.getByRole('definition').filter({ hasText: '30 points' }).waitFor();
  expect(faults).toEqual([]);
}, 120_000);

test('a board shows names as their owners chose, and nobody who hides', async () => {
  const id = await newChallenge({ title: 'On the board' });
  await made(`/manage/challenges/${id}/goals`, { title: 'Once', targetType: 'boolean' });
  await publish(id);
  const board = numbered('March points');
  await made('/manage/leaderboards', {
    name: board,
    rankBy: 'points',
    periodType: 'challenge',
    challengeId: id,
  });
  const people = await Promise.all([member('Mei', 'Chen'), member('Yuki', 'Tanaka'), member('Hanna', 'Hidden')]);
  const chosen = ['initials', 'visible', 'hidden'] as const;
  for (const [index, clientId] of people.entries()) {
    const changed = { leaderboardVisibility: chosen[index] };
    expect((await server.call('PATCH', `/v2/clients/${clientId}`, changed)).status).toBe(200);
    const { page, context } = await open(`/book/challenges/${id}`, { clientId, width: 390 });
    await join(page);
    if (index < 2) {
      await page.getByRole('button', { name: 'Done' }).click();
      await page.getByRole('button', { name: 'Done' }).waitFor({ state: 'detached' });
    }
    if (index === 2) await page.getByText('You are hidden on leaderboards.').waitFor();
    await context.close();
  }
  const { page } = await open(`/book/challenges/${id}`, { width: 390 });
  await join(page);
  await page.getByRole('link', { name: 'See the full leaderboard' }).click();
  await page.getByRole('heading', { level: 1, name: board }).waitFor();
  await page.getByText('5 points to the next rank').waitFor();
  const names = await page.locator('.board li > span:nth-of-type(2)').allTextContents();
  expect(names.toSorted()).toEqual(['Dana R. (you)', 'Mei C.', 'Yuki Tanaka']);
  expect(await page.locator('main').textContent()).not.toContain('Hanna');
  expect(await page.locator('main').textContent()).not.toContain('Chen');
  const link = page.getByRole('link', { name: 'You appear as “Dana R.”' });
  expect(await link.getAttribute('href')).toBe('/book/me/account/privacy');
}, 120_000);

test('a new award is shown until it is put away', async () => {
  const { page } = await open('/book/challenges');
  await page.getByText('New award: Twenty-five classes').waitFor();
  await page.getByRole('button', { name: 'Dismiss' }).click();
  await page.getByText('New award').waitFor({ state: 'detached' });
  await page.waitForLoadState();
  await page.goto(new URL('/book/me/awards', server.ready.rootUrl).href);
  await page.getByRole('heading', { name: 'Fifty classes' }).waitFor();
  await page.getByRole('img', { name: /^\d+ of 50$/ }).waitFor();
});

test('by keyboard alone: a result is added, shared and removed, and a wrong one is kept', async () => {
  const { page, faults } = await open(`/book/me/bests/${ENTRIES.row}`);
  await page.getByRole('spinbutton', { name: 'Minutes' }).focus();
  await page.keyboard.type('8');
  await page.keyboard.press('Tab');
  await page.keyboard.type('15');
  await page.keyboard.press('Enter');
  await page.getByText('Best: 8:15').waitFor();
  await page.getByRole('button', { name: 'Share' }).first().press('Enter');
  expect(await page.getByRole('textbox', { name: 'Link to share' }).inputValue()).toContain('/share/');
  await page.getByRole('button', { name: 'Remove' }).first().press('Enter');
  await page.getByText('Best: 8:30').waitFor();
  expect(faults).toEqual([]);
});

test('what is not for the member is not there: other sites, drafts, what is switched off', async () => {
  const site = await made('/v2/sites', { name: 'Elsewhere', timezone: 'America/New_York', currency: 'USD' });
  const id = await newChallenge({ title: 'Not here', siteIds: [site] });
  await publish(id);
  const { page } = await open('/book/challenges');
  expect(await page.getByText('Not here').count()).toBe(0);
  const gone = async (path: string) => (await page.request.get(new URL(path, server.ready.rootUrl).href)).status();
  for (const path of [id, CHALLENGES.draft, 'no-id', `${CHALLENGES.spring}/goals/${GOALS.walk.slice(0, -1)}9`]) {
    expect([path, await gone(`/book/challenges/${path}`)]).toEqual([path, 404]);
  }
  expect(await gone(`/book/boards/${AWARDS.firstSteps}`)).toBe(404);
  const act = {
    form: { act: 'join', rules: 'yes', key: crypto.randomUUID() },
    headers: { origin: server.ready.rootUrl },
  };
  const joined = await page.request.post(new URL(`/book/challenges/${id}`, server.ready.rootUrl).href, act);
  expect(joined.status()).toBe(404);
  await server.call('PUT', '/manage/experience', { features: { challenges: false, awards: false, streaks: false } });
  await page.goto(new URL('/book/challenges', server.ready.rootUrl).href);
  await page.getByRole('heading', { level: 1, name: 'Leaderboards' }).waitFor();
  expect(await gone(`/book/challenges/${CHALLENGES.spring}`)).toBe(404);
  await page.goto(new URL('/book/me/awards', server.ready.rootUrl).href);
  await page.getByRole('heading', { name: 'Personal bests' }).waitFor();
  expect(await page.getByRole('heading', { name: 'Streaks' }).count()).toBe(0);
  await server.call('PUT', '/manage/experience', { features: { challenges: true, awards: true, streaks: true } });
});

test('markup in what a studio writes is shown as it was typed', async () => {
  const id = await newChallenge({ title: EVIL, summary: EVIL, description: EVIL, rules: EVIL, prizeDescription: EVIL });
  await made(`/manage/challenges/${id}/goals`, { title: EVIL, description: EVIL, targetType: 'boolean' });
  await publish(id);
  const { page, faults } = await open(`/book/challenges/${id}`, { width: 390 });
  await page.getByText("document.title='run'").nth(4).waitFor({ state: 'attached' });
  await join(page);
  expect(await page.title()).not.toBe('run');
  expect(await sidewaysPixels(page)).toBe(0);
  expect(faults).toEqual([]);
});
