// Run by scripts/test --only all-pages, where there is a browser: bun test ./test/browser/console/data.browser.ts
import { afterAll, describe, expect, test } from 'bun:test';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { type Hands, keysOn, mouseOn } from './hands.ts';
import { axeFindings, closedAfterEach, sidewaysPixels, testConsole, VIEWS, type View } from './open.ts';
import { peopleOf, toast } from './people.ts';

// Only what is stored can be backed up.
const directory = mkdtempSync(join(tmpdir(), 'studiod-data-'));
afterAll(() => rmSync(directory, { recursive: true, force: true }));
const { server, open: openAny } = testConsole('--data', directory);

const openPath = closedAfterEach(openAny);
const open = async (path: string, view?: View) => {
  const opened = await openPath(path, view);
  // A backup, and what doctor checks, let other processes go first.
  opened.page.setDefaultTimeout(60_000);
  return opened;
};
const { elsewhere } = peopleOf(server);

const fixture = (name: string): string => join(import.meta.dir, '../../fixtures/imports', name);
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Chooses a file in the dialog of the browser. */
const chooseFile = async (
  { page, press }: Hands,
  file: string | { name: string; text: string } | { name: string; bytes: Buffer },
): Promise<void> => {
  const asked = page.waitForEvent('filechooser');
  await press(button(page, /^Choose (?:a|another) file$/));
  const chooser = await asked;
  if (typeof file === 'string') await chooser.setFiles(file);
  else {
    const buffer = 'text' in file ? Buffer.from(file.text) : file.bytes;
    await chooser.setFiles({ name: file.name, mimeType: 'text/csv', buffer });
  }
};

const clientNamed = async (externalId: string) =>
  (await elsewhere<{ data: Record<string, unknown>[] }>('GET', `/v2/clients?external_id=${externalId}`)).data[0];

describe.each(VIEWS)('at $width px, $theme', (view) => {
  test.each(['', '/export', '/backups', '/demo'])('the tab %s is accessible', async (tab) => {
    const { page, faults } = await open(`/console/data${tab}`, view);
    await page.getByRole('tabpanel').waitFor();
    expect(await page.title()).toBe('Data · Demo Studio');
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
  });

  test('the columns, the question for dates and what needs a look are accessible', async () => {
    const { page, faults } = await open('/console/data', view);
    await chooseFile(mouseOn(page), fixture('mindbody-clients.csv'));
    await page.getByRole('heading', { name: 'Columns' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await button(page, 'Check 5 rows').click();
    await page.getByText('5 rows checked: 3 are fine, 2 have problems.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await sidewaysPixels(page)).toBe(0);
    expect(faults).toEqual([]);
  });
});

describe.each([
  { by: 'keys', handsOn: keysOn },
  { by: 'clicks', handsOn: mouseOn },
])('by $by', ({ by, handsOn }) => {
  const glofox = {
    name: 'members.csv',
    text: readFileSync(fixture('glofox-members.csv'), 'utf8').replaceAll('GF-', by),
  };

  test('a file that does not say its letters asks which of them read right, before anything is tried', async () => {
    const { page, faults } = await open('/console/data');
    const hands = handsOn(page);
    const text = `externalId,firstName,lastName\npl-${by},\u00a3ukasz,Lee\n`;
    await chooseFile(hands, { name: 'clients.csv', bytes: Buffer.from(text, 'latin1') });
    await page.getByRole('heading', { name: 'Text encoding' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const check = button(page, 'Check 1 row');
    await hands.press(check);
    await page.getByText('Choose one first. It affects every name in the file.').waitFor();
    await hands.choose(page.getByRole('radio', { name: /^\u0141ukasz/ }));
    await page.locator('.column-list').getByText('\u0141ukasz').waitFor();
    await hands.press(check);
    await hands.press(button(page, 'Import 1 row'));
    await page.getByText('1 row imported.').waitFor();
    expect(await clientNamed(`pl-${by}`)).toMatchObject({ firstName: '\u0141ukasz' });
    await hands.press(button(page, 'Import another file'));
    expect(faults).toEqual([]);
  });

  test('an import whose response is lost is sent again, and imports nothing twice', async () => {
    const { page, faults } = await open('/console/data');
    const hands = handsOn(page);
    await chooseFile(hands, { name: 'lost.csv', text: `externalId,firstName,lastName\nlost-${by},Ada,Lee\n` });
    await hands.press(button(page, 'Check 1 row'));
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/manage/imports?')) keys.push(request.headers()['idempotency-key']);
    });
    await page.route(
      '**/manage/imports?*',
      async (route) => {
        await route.fetch();
        await route.abort();
      },
      { times: 1 },
    );
    await hands.press(button(page, 'Import 1 row'));
    await page.getByRole('heading', { name: 'No response to the import' }).waitFor();
    expect(await clientNamed(`lost-${by}`)).toMatchObject({ firstName: 'Ada' });
    await hands.press(button(page, 'Retry'));
    await page.getByText('1 row imported.').waitFor();
    expect([keys.length, new Set(keys).size]).toEqual([2, 1]);
    await hands.press(button(page, 'Import another file'));
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  });

  test('an export of Glofox comes in: columns, dates, a trial, all of it', async () => {
    const { page, faults } = await open('/console/data');
    const hands = handsOn(page);
    await chooseFile(hands, glofox);
    await page
      .getByText(/^(?:Not recognized|Same as last time)$/)
      .first()
      .waitFor();
    const check = button(page, 'Check 2 rows');
    // The check asks first what it needs, and goes there.
    await hands.press(check);
    await page.getByText('Choose one first. It affects every date in the file.').waitFor();
    await page.locator('input[type=radio]:focus').waitFor({ state: 'attached' });
    await hands.choose(page.getByRole('radio', { name: 'Day first: 04/03/1991 is March 4, 1991' }));
    // A column is corrected by hand.
    await hands.press(button(page, /Contact number/));
    await hands.pick(page.getByRole('option', { name: 'Key fob number' }));
    await page.getByRole('button', { name: /Key fob number/ }).waitFor();
    await hands.press(check);
    await page.getByText('2 rows checked: no problems.').waitFor();
    expect(await clientNamed(`${by}1`)).toBeUndefined();
    await hands.press(button(page, 'Import 2 rows'));
    await page.getByText('2 rows imported.').waitFor();
    expect(await clientNamed(`${by}1`)).toMatchObject({
      firstName: 'Niamh',
      dateOfBirth: '1991-03-04',
      fobNumber: '+353 1 555 0101',
      phone: null,
    });
    await hands.press(page.getByRole('link', { name: 'Show Clients' }));
    await page.waitForURL(/\/console\/clients/);
    expect(faults).toEqual([]);
    // The emails and the fob numbers are free again for the other hands.
    for (const id of [1, 2]) {
      const found = await clientNamed(`${by}${id}`);
      const changes = { email: `${by}${id}@gone.example`, fobNumber: null };
      await elsewhere('PATCH', `/v2/clients/${found?.id}`, changes);
    }
  });

  test('names in one column and words of another system are asked about', async () => {
    const { page, faults } = await open('/console/data');
    const hands = handsOn(page);
    const text = `Client ID,Name,Status\nnw-${by},Ana de la Torre,Nomad\nnx-${by},"Lee, Ann",Frozen\n`;
    await chooseFile(hands, { name: 'clients.csv', text });
    await page.getByRole('heading', { name: 'Values' }).waitFor();
    expect(await axeFindings(page)).toEqual([]);
    const check = button(page, 'Check 2 rows');
    await hands.press(check);
    await page.getByText('Choose one first. It affects every name in the file.').waitFor();
    await page.getByText('Choose what each value becomes first.').waitFor();
    await hands.choose(page.getByRole('radio', { name: 'de la Torre (comes last)' }));
    // What is known is chosen already.
    await button(page, /“Frozen” maps to/)
      .filter({ hasText: 'Suspended' })
      .waitFor();
    await hands.press(button(page, /“Nomad” maps to/));
    await hands.pick(page.getByRole('option', { name: 'Inactive', exact: true }));
    await hands.press(check);
    await hands.press(button(page, 'Import 2 rows'));
    await page.getByText('2 rows imported.').waitFor();
    expect(await clientNamed(`nw-${by}`)).toMatchObject({
      firstName: 'Ana',
      lastName: 'de la Torre',
      status: 'inactive',
    });
    expect(await clientNamed(`nx-${by}`)).toMatchObject({ firstName: 'Ann', lastName: 'Lee', status: 'suspended' });
    await hands.press(button(page, 'Import another file'));
    expect(faults).toEqual([]);
  });

  test('what was corrected is kept for the next file', async () => {
    const { page } = await open('/console/data');
    const hands = handsOn(page);
    await chooseFile(hands, glofox);
    await page.getByText('Same as last time').first().waitFor();
    await page.getByRole('button', { name: /Key fob number/ }).waitFor();
  });

  test('rows that need a look are told by cause, and saved with their reasons; the others are imported', async () => {
    const { page, faults } = await open('/console/data');
    const hands = handsOn(page);
    const name = 'mindbody-clients.csv';
    const text = readFileSync(fixture(name), 'utf8')
      .replaceAll('1000000', `1000000${by}`)
      .replaceAll('@example.com', `@${by}.example.com`);
    await chooseFile(hands, { name, text });
    await page.getByText('Confirmed by other dates in the file.').waitFor();
    await hands.press(button(page, 'Check 5 rows'));
    await page.getByText('Import the other rows now.').waitFor();
    const causes = page.getByRole('list', { name: 'Problems to fix' });
    await causes.getByText('1 row: 6').waitFor();
    // The fields have the names of the page.
    await causes.getByText('Enter an email address, such as ann@example.com.').waitFor();
    expect(await causes.textContent()).not.toMatch(/'email'|shared_email/);
    const saved = page.waitForEvent('download');
    await hands.press(button(page, 'Download these rows with reasons'));
    const download = await saved;
    expect(download.suggestedFilename()).toBe('mindbody-clients-rows.csv');
    const rows = readFileSync(await download.path(), 'utf8');
    expect(rows.split('\r\n')).toHaveLength(4);
    expect(rows).toContain('Email: Enter an email address, such as ann@example.com.');
    expect(rows).toContain(`1000000${by}20,Dan,Lee,dan(at)example.com`);
    expect(await clientNamed(`1000000${by}17`)).toBeUndefined();
    await hands.press(button(page, 'Import the 3 rows that are fine'));
    await page.getByText('3 rows imported.').waitFor();
    await page.getByText('2 rows were skipped.').waitFor();
    expect(await axeFindings(page)).toEqual([]);
    expect(await clientNamed(`1000000${by}17`)).toMatchObject({ firstName: 'Ada' });
    await hands.press(button(page, 'Import another file'));
    expect(faults).toEqual([]);
  });

  test('a backup is made, verified and downloaded; here the command line restores', async () => {
    const { page, faults } = await open('/console/data/backups');
    const hands = handsOn(page);
    // A look at the job that gets no response ends nothing.
    await page.route('**/manage/jobs/*', (route) => route.abort(), { times: 1 });
    await hands.press(button(page, 'Back up now'));
    await toast(page, 'Backup created and checked.').waitFor();
    await page.getByRole('progressbar', { name: 'Backing up…' }).waitFor({ state: 'detached' });
    const actions = button(page, /^Actions for the backup/).first();
    await hands.press(actions);
    await hands.pick(page.getByRole('menuitem', { name: 'Verify' }));
    await toast(page, /^The backup from .* is complete\.$/).waitFor();
    const saved = page.waitForEvent('download');
    await hands.press(actions);
    await hands.pick(page.getByRole('menuitem', { name: 'Download' }));
    expect((await saved).suggestedFilename()).toMatch(/^studiod-\d{8}T\d{9}Z\.db$/);
    await hands.press(actions);
    await hands.pick(page.getByRole('menuitem', { name: 'Restore…' }));
    await page
      .getByRole('dialog')
      .getByText(/studiod restore .*\.db --data/)
      .waitFor();
    expect(await axeFindings(page)).toEqual([]);
    await hands.press(page.getByRole('dialog').getByRole('button', { name: 'Close' }));
    expect(faults.filter((fault) => !fault.includes('ERR_FAILED'))).toEqual([]);
  });

  test('everything is exported', async () => {
    const { page, faults } = await open('/console/data');
    const hands = handsOn(page);
    await hands.turnTo(page.getByRole('tab', { name: 'Export' }));
    for (const [what, file] of [
      [/^CSV: Plans/, 'plans.csv'],
      [/^JSON: Discount codes/, 'discount_codes.json'],
    ] as const) {
      const saved = page.waitForEvent('download');
      await hands.press(button(page, what));
      expect((await saved).suggestedFilename()).toBe(file);
    }
    expect(faults).toEqual([]);
  });
});

test('the front desk neither sees the page nor gets it', async () => {
  const { page } = await open('/console/data', { role: 'front_desk' });
  await page.getByRole('heading', { name: 'You do not have access to this page' }).waitFor();
  expect(await page.getByRole('link', { name: 'Data', exact: true }).count()).toBe(0);
  expect(await page.getByRole('tablist').count()).toBe(0);
});
