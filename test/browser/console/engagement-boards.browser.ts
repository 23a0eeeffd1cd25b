// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/engagement-boards.browser.ts
import { beforeAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { AWARDS, BOARDS } from '../../../src/resources/demo-ids.ts';
import { pngWithText } from '../../helpers/pictures.ts';
import { type Hands, keysOn, mouseOn } from './hands.ts';
import { axeFindings, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf, toast } from './people.ts';

const { server, open } = testConsole('--clock', 'fixed:2026-03-05T15:00:00Z');
const { elsewhere, newClient } = peopleOf(server);

let manager: View = {};
beforeAll(async () => {
  const person = { firstName: 'Mara', lastName: 'Lind', email: 'mara.lind@roles.example', role: 'manager' };
  const { link } = await elsewhere<{ link: string }>('POST', '/manage/staff/invitations', { person });
  manager = { invitation: link };
}, 60_000);

const go = async (page: Page, path: string): Promise<void> => {
  await page.goto(new URL(path, server.ready.rootUrl).href);
};

test.each(VIEWS)(
  'boards and awards are accessible at $width px, $theme',
  async (view) => {
    const { page, faults } = await open('/console/engagement/boards', view);
    const look = async (path: string, there: string): Promise<void> => {
      await go(page, path);
      await page.getByText(there).first().waitFor();
      await page.locator('main .skeleton').first().waitFor({ state: 'detached' });
      expect([path, await axeFindings(page)]).toEqual([path, []]);
      expect([path, await sidewaysPixels(page)]).toEqual([path, 0]);
    };
    await look('/console/engagement/boards', 'Most visits');
    await look('/console/engagement/boards/new', 'Ranking');
    await look(`/console/engagement/boards/${BOARDS.visits}`, 'Periods');
    await look(`/console/engagement/boards/${BOARDS.points}/settings`, 'Ranking');
    await look('/console/engagement/awards', 'Ten classes');
    await look('/console/engagement/awards/new', 'How it is earned');
    await look(`/console/engagement/awards/${AWARDS.helpingHand}`, 'Earned by');
    await look(`/console/engagement/awards/${AWARDS.tenClasses}/settings`, 'How it is earned');
    expect(faults).toEqual([]);
  },
  120_000,
);

test('a board has its leader, its periods, and frozen ones with their winner', async () => {
  const body = { name: 'Visits of the week', rankBy: 'attendance', periodType: 'weekly', startDate: '2026-02-16' };
  const { id } = await elsewhere('POST', '/manage/leaderboards', body);
  const { page, faults } = await open('/console/engagement/boards', manager);
  const row = page.getByRole('row').filter({ hasText: 'Most visits' });
  await row.getByText(/visit/).first().waitFor();
  await page.getByRole('link', { name: 'Visits of the week' }).click();
  await page.getByRole('heading', { name: 'Visits of the week' }).waitFor();
  const closed = page.getByRole('button').filter({ hasText: 'Final' });
  await closed.first().click();
  await page.getByText('Final: results no longer change').waitFor();
  expect(new URL(page.url()).searchParams.get('period')).not.toBeNull();
  const { data } = await elsewhere<{ data: { winner: { displayName: string } | null }[] }>(
    'GET',
    `/manage/leaderboards/${id}/periods?status=closed`,
  );
  for (const { winner } of data.filter((period) => period.winner !== null))
    await closed
      .filter({ hasText: winner?.displayName ?? '' })
      .first()
      .waitFor();
  expect(faults).toEqual([]);
});

const HANDS: readonly (readonly [string, (page: Hands['page']) => Hands, View])[] = [
  ['mouse', mouseOn, {}],
  ['keyboard', keysOn, { width: 390 }],
];

describe.each(HANDS)('by %s', (kind, handsOn, view) => {
  test('a board is made, ended and archived; what it ranks by is text', async () => {
    const { page, faults } = await open('/console/engagement/boards', view);
    const hands = handsOn(page);
    const name = `Most minutes by ${kind}`;
    await hands.press(page.getByRole('link', { name: /^New leaderboard/ }));
    await hands.write(page.getByLabel('Name', { exact: true }), name);
    await hands.press(page.getByRole('button', { name: /Ranked by/ }));
    await hands.pick(page.getByRole('option', { name: 'Minutes watched' }));
    await hands.press(page.getByRole('button', { name: /^Create leaderboard/ }));
    await toast(page, `${name} created.`).waitFor();
    await page.getByRole('heading', { name: 'Periods' }).waitFor();
    await hands.turnTo(page.getByRole('tab', { name: 'Settings' }));
    await page.getByText('You cannot change what this leaderboard ranks by', { exact: false }).waitFor();
    expect(await page.getByRole('button', { name: /Ranked by/ }).count()).toBe(0);
    await page.getByLabel('Last day').fill('2026-12-31');
    await hands.press(page.getByRole('button', { name: /^Save/ }));
    await toast(page, 'Saved.').waitFor();
    await hands.press(page.getByRole('button', { name: 'Archive' }));
    await hands.press(page.getByRole('button', { name: 'Archive leaderboard' }));
    await toast(page, `${name} archived.`).waitFor();
    await page.getByText('Archived').first().waitFor();
    expect(faults).toEqual([]);
  }, 120_000);

  test('an award is made, given to somebody found by typing, and taken away after a question', async () => {
    const person = `Wanda ${kind === 'mouse' ? 'Mauser' : 'Taster'}`;
    await newClient(person);
    const { page, faults } = await open('/console/engagement/awards', view);
    const hands = handsOn(page);
    const name = `Kindness by ${kind}`;
    await hands.press(page.getByRole('link', { name: /^New award/ }));
    await hands.write(page.getByLabel('Name', { exact: true }), name);
    await hands.press(page.getByRole('button', { name: /Earned by/ }));
    await hands.pick(page.getByRole('option', { name: 'Given by staff only' }));
    await hands.press(page.getByRole('button', { name: /^Create award/ }));
    await toast(page, `${name} created.`).waitFor();
    await page.getByText('No one has earned this yet.').waitFor();
    await hands.press(page.getByRole('button', { name: 'Give to a client' }));
    await hands.write(page.getByPlaceholder('Search clients'), person.slice(0, 8));
    await hands.pick(page.getByRole('option', { name: person }));
    await toast(page, `${name} given to ${person}.`).waitFor();
    await page.getByRole('link', { name: person }).waitFor();
    await hands.press(page.getByRole('button', { name: 'Give to a client' }));
    await hands.write(page.getByPlaceholder('Search clients'), person.slice(0, 8));
    await hands.pick(page.getByRole('option', { name: person }));
    await page.getByText(`${person} already has this award, and it can only be earned once.`).waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await hands.press(page.getByRole('button', { name: /^Revoke/ }));
    await page.getByText(`${person} will lose ${name} and cannot earn it again`, { exact: false }).waitFor();
    await hands.press(page.getByRole('button', { name: 'Revoke award' }));
    await toast(page, `Award revoked from ${person}.`).waitFor();
    await page.getByText('No one has earned this yet.').waitFor();
    // The second grant is refused: that is what the page says in words.
    expect(faults.filter((fault) => !fault.includes('409'))).toEqual([]);
  }, 120_000);
});

test('the rule of an award is said in words, and changed as a whole', async () => {
  const { page, faults } = await open('/console/engagement/awards');
  const row = page.getByRole('row').filter({ hasText: 'Ten classes' });
  await row.getByText('10 visits').waitFor();
  const { id } = await elsewhere('POST', '/manage/awards', { name: 'Regular', trigger: 'visits', threshold: 5 });
  await go(page, `/console/engagement/awards/${id}/settings`);
  await page.getByRole('button', { name: /Earned by/ }).click();
  await page.getByRole('option', { name: 'A streak' }).click();
  await page.getByLabel('Target').fill('4');
  await page.getByLabel('Hidden until earned').check();
  await page.getByRole('button', { name: /^Save/ }).click();
  await toast(page, 'Saved.').waitFor();
  await page.getByText('4 weeks in a row with a visit').waitFor();
  await page.getByText('Hidden until earned', { exact: true }).waitFor();
  expect(faults).toEqual([]);
});

interface Badge {
  readonly name: string;
  readonly badgeUrl: string | null;
}

describe('the picture of an award', () => {
  const drawing =
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><circle cx="4" cy="4" r="4" fill="red"/></svg>';
  const chooseFile = async (page: Page, name: string, mimeType: string, buffer: Buffer): Promise<void> => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'or choose a file' }).click(),
    ]);
    await chooser.setFiles({ name, mimeType, buffer });
  };
  /** Drags a file from the desktop onto the place for the picture. */
  const dropFile = async (page: Page, text: string): Promise<void> => {
    const path = join(mkdtempSync(join(tmpdir(), 'studiod-badge-')), 'badge.svg');
    writeFileSync(path, text);
    await page.locator('.drop').scrollIntoViewIfNeeded();
    const place = await page.locator('.drop').boundingBox();
    if (place === null) throw new Error('the place for a picture is not there');
    const session = await page.context().newCDPSession(page);
    const data = { items: [], files: [path], dragOperationsMask: 1 };
    const at = { x: place.x + 20, y: place.y + 10, data };
    for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
      await session.send('Input.dispatchDragEvent', { type, ...at });
  };
  const pathOf = ({ badgeUrl }: Badge): string => URL.parse(badgeUrl ?? '')?.pathname ?? '';
  const shown = (page: Page) => page.getByRole('img', { name: 'Current image' });

  test('is chosen or dropped, used at once, and removed', async () => {
    const { id } = await elsewhere('POST', '/manage/awards', { name: 'Painted', trigger: 'manual' });
    const { page, faults } = await open(`/console/engagement/awards/${id}/settings`);
    await chooseFile(page, 'small.png', 'image/png', pngWithText());
    await page.getByText('This image is too small. Use one at least 256 px wide and high.').waitFor();
    await chooseFile(page, 'words.png', 'image/png', Buffer.from('no picture'));
    await page.getByText(/This file is not an image/).waitFor();
    // What is typed stays while the picture changes, and is saved after it.
    await page.getByLabel('Name', { exact: true }).fill('Drawn');
    await chooseFile(page, 'badge.svg', 'image/svg+xml', Buffer.from(drawing));
    await toast(page, 'Image saved.').waitFor();
    await shown(page).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await page.getByRole('button', { name: /^Save/ }).click();
    await toast(page, /^Saved\.$/).waitFor();
    const award = await elsewhere<Badge>('GET', `/manage/awards/${id}`);
    expect([award.name, pathOf(award).startsWith('/media/pictures/')]).toEqual(['Drawn', true]);
    await dropFile(page, drawing);
    await page.locator(`.drop img:not([src="${pathOf(award)}"])`).waitFor();
    await page.getByRole('button', { name: 'Remove image' }).click();
    await toast(page, 'Image removed.').waitFor();
    expect((await elsewhere<Badge>('GET', `/manage/awards/${id}`)).badgeUrl).toBeNull();
    // Saving finds that the picture has changed the record, and saves over it.
    expect(faults.filter((fault) => !fault.includes('412'))).toEqual([]);
  });

  test('of a new award is stored with it', async () => {
    const { page, faults } = await open('/console/engagement/awards/new');
    await page.getByLabel('Name', { exact: true }).fill('Fresh');
    await chooseFile(page, 'badge.svg', 'image/svg+xml', Buffer.from(drawing));
    await shown(page).waitFor();
    await page.getByRole('button', { name: /^Create award/ }).click();
    await toast(page, 'Fresh created.').waitFor();
    const { data } = await elsewhere<{ data: Badge[] }>('GET', '/manage/awards');
    expect(data[0]).toMatchObject({ name: 'Fresh', badgeUrl: expect.stringMatching(/\/media\/pictures\//) });
    expect(faults).toEqual([]);
  });
});

test('the first problem of a form is said beside its field', async () => {
  const { page } = await open('/console/engagement/boards/new');
  await page.getByLabel('Name', { exact: true }).fill('Of a challenge');
  await page.getByRole('button', { name: /Ranked by/ }).click();
  await page.getByRole('option', { name: 'Challenge points' }).click();
  await page.getByRole('button', { name: /^Create leaderboard/ }).click();
  await page.getByText('Choose a challenge.').waitFor();
});
