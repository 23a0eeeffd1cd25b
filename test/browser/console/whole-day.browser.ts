// Run by scripts/test --only pages, where there is a browser: bun test ./test/browser/console/whole-day.browser.ts
// A studio from its first minute to the end of its first day, by mouse and by keyboard alone.
import { afterAll, beforeAll, expect, test } from 'bun:test';
import type { Browser, Page } from 'playwright-core';
import { testsEverything } from '../../helpers/everything.ts';
import { startServer, testFolder } from '../../helpers/process.ts';
import { zoneAtNoon } from '../../helpers/zone-at-noon.ts';
import { launchBrowser } from '../launch.ts';
import { type Hands, keysOn, mouseOn } from './hands.ts';
import { inviteToDesk, linkOf, moveIn, PASSWORD, setUp } from './new-studio.ts';
import { axeFindings, faultsOf, sidewaysPixels } from './open.ts';

const folder = testFolder();
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
}, 90_000);
afterAll(() => browser?.close());

const PIN = '2468';

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const inNavigation = (page: Page, name: string) => page.getByRole('navigation').getByRole('link', { name });
const row = (page: Page, name: string) => page.getByRole('row').filter({ hasText: name });
const says = (page: Page, text: string | RegExp) => page.getByText(text).filter({ visible: true }).first().waitFor();

const lookedAt = async (page: Page): Promise<void> => {
  expect(await axeFindings(page)).toEqual([]);
  expect(await sidewaysPixels(page)).toBe(0);
};

const accept = async ({ page, write, press }: Hands, link: string): Promise<void> => {
  await page.goto(link);
  await says(page, 'Welcome, Nina');
  await write(page.getByLabel('Choose a password'), PASSWORD);
  await lookedAt(page);
  await press(button(page, 'Get started'));
  await page.waitForURL(/\/console\/today/);
};

const sellTenClasses = async ({ page, write, pick, choose, press }: Hands, name: string): Promise<void> => {
  await press(inNavigation(page, 'Sell'));
  await write(page.getByRole('searchbox', { name: 'Search clients', exact: true }), name.slice(0, 4));
  await pick(page.getByRole('option', { name }));
  await choose(page.getByRole('radio', { name: /Ten classes/ }));
  await choose(page.getByRole('radio', { name: 'Cash' }));
  await lookedAt(page);
  await press(button(page, 'Charge $150.00'));
  await says(page, 'Ten classes sold for $150.00.');
  await lookedAt(page);
  await press(button(page, 'New sale'));
};

const openClass = async ({ page, press }: Hands, name: string): Promise<void> => {
  await press(inNavigation(page, 'Today'));
  await press(page.getByRole('main').getByRole('link', { name: new RegExp(name) }));
  await page.getByRole('heading', { level: 1, name }).waitFor();
};

const book = async ({ page, write, pick, press }: Hands, name: string, said: string): Promise<void> => {
  await press(button(page, 'Book someone'));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByRole('searchbox'), name.slice(0, 4));
  await pick(page.getByRole('option', { name: new RegExp(name) }));
  await says(page, said);
  await dialog.waitFor({ state: 'detached' });
};

const checkInAtKiosk = async ({ page, write, press, pick }: Hands, rootUrl: string): Promise<void> => {
  await page.goto(`${rootUrl}/console/sign-in`);
  await write(page.getByLabel('Email'), 'nina@harbour.example');
  await write(page.getByLabel('Password', { exact: true }), PASSWORD);
  await press(button(page, 'Sign in'));
  await page.waitForURL(/\/console\/today/);
  await says(page, 'Bela Novak');
  await press(button(page, /change location/));
  await pick(page.getByRole('menuitem', { name: 'Start kiosk mode on this device' }));
  await write(page.getByLabel('PIN'), PIN);
  await press(button(page, 'Start kiosk'));
  await page.waitForURL(/\/console\/kiosk/);
  await write(page.getByRole('textbox'), 'be');
  await press(button(page, /Bela N\..*Vinyasa Flow/));
  await says(page, 'Welcome, Bela.');
  await lookedAt(page);
  await press(button(page, 'Exit'));
  const dialog = page.getByRole('dialog');
  await write(dialog.getByLabel('PIN'), PIN);
  await press(dialog.getByRole('button', { name: 'Exit' }));
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
};

const cancelLate = async ({ page, open, press }: Hands): Promise<void> => {
  await open(row(page, 'Ada Moss'));
  await press(page.getByRole('complementary').getByRole('button', { name: 'Cancel', exact: true }));
  const question = page.getByRole('alertdialog', { name: 'Cancel late?' });
  await question.getByText('not returned', { exact: false }).waitFor();
  await question.getByText('$15.00', { exact: false }).first().waitFor();
  await lookedAt(page);
  await press(question.getByRole('button', { name: 'Late-cancel' }));
  await says(page, 'Ada Moss’s booking was late-canceled.');
  await row(page, 'Carla Reyes').getByText('Offered').waitFor({ state: 'attached' });
};

/** What the owner decides on the roster: who waits gets the seat, who cancelled late pays nothing. */
const decide = async (hands: Hands): Promise<void> => {
  const { page, press, open } = hands;
  await openClass(hands, 'Vinyasa Flow');
  const panel = page.getByRole('complementary');
  await open(row(page, 'Carla Reyes'));
  await press(panel.getByRole('button', { name: 'Confirm spot' }));
  await says(page, 'Carla Reyes has a spot.');
  await press(panel.getByRole('button', { name: 'Close' }));
  await open(row(page, 'Ada Moss'));
  await press(panel.getByRole('button', { name: 'Waive fee' }));
  await says(page, 'Ada Moss’s fee is waived.');
  await lookedAt(page);
  await press(panel.getByRole('button', { name: 'Close' }));
};

const refund = async ({ page, press, open, write, turnTo }: Hands): Promise<void> => {
  await press(inNavigation(page, 'Clients'));
  await write(page.getByRole('searchbox', { name: /Search/ }).and(page.locator('main input')), 'carla');
  await row(page, 'Ada Moss').waitFor({ state: 'detached' });
  await lookedAt(page);
  await open(row(page, 'Carla Reyes'));
  await page.getByRole('heading', { level: 1, name: 'Carla Reyes' }).waitFor();
  await lookedAt(page);
  await turnTo(page.getByRole('tab', { name: 'Payments' }));
  await press(button(page, 'Refund Ten classes'));
  const question = page.getByRole('alertdialog');
  await question.getByText('Give the client $150.00 in person.').waitFor();
  await lookedAt(page);
  await press(question.getByRole('button', { name: 'Refund $150.00' }));
  await says(page, '$150.00 refunded.');
};

const substitute = async (hands: Hands): Promise<void> => {
  const { page, press, pick, choose } = hands;
  await openClass(hands, 'Evening Yin');
  await press(button(page, 'More: edit, cancel class'));
  await pick(page.getByRole('menuitem', { name: 'Substitute' }));
  await choose(page.getByRole('radio', { name: /Ben Ito/ }));
  await lookedAt(page);
  await press(button(page, 'Assign Ben Ito'));
  await says(page, 'Ben Ito is now teaching.');
};

const cancelClass = async ({ page, press, pick, write }: Hands): Promise<void> => {
  await press(button(page, 'More: edit, cancel class'));
  await pick(page.getByRole('menuitem', { name: 'Cancel class' }));
  const question = page.getByRole('alertdialog', { name: 'Cancel Evening Yin?' });
  await write(question.getByLabel('Reason'), 'The boiler is broken.');
  await question.getByText('1 booking is canceled at no charge.').waitFor();
  await lookedAt(page);
  await press(question.getByRole('button', { name: 'Cancel class and notify 1 person' }));
  await says(page, 'This class was canceled: The boiler is broken.');
  await lookedAt(page);
};

const closeTheDay = async ({ page, press, rest }: Hands): Promise<void> => {
  await press(inNavigation(page, 'Today'));
  const missing = page.locator('[data-decision]').filter({ hasText: '1 client has not checked in' });
  await missing.getByText('Edda Lund', { exact: false }).waitFor();
  await press(missing.getByRole('button', { name: /^Mark no-show/ }));
  await says(page, 'Edda Lund was marked as a no-show.');
  await rest();
  await missing.waitFor({ state: 'detached' });
  await lookedAt(page);
};

const WAYS = [
  { by: 'mouse', width: 1440 },
  { by: 'keyboard', width: 1440 },
  { by: 'mouse', width: 390 },
] as const;

test.each(testsEverything ? WAYS : WAYS.slice(0, 1))(
  'from the set-up to the end of the day, by $by at $width px',
  async ({ by, width }) => {
    const server = await startServer({ cwd: folder }, 'serve', '--data', `${by}-${width}`);
    const { rootUrl } = server.ready;
    const faults: string[] = [];
    const person = async (): Promise<Hands> => {
      const viewport = { width, height: width < 640 ? 844 : 900 };
      const context = await browser.newContext({ viewport, timezoneId: zoneAtNoon(), locale: 'en-US' });
      const page = await context.newPage();
      page.setDefaultTimeout(30_000);
      faultsOf(page, rootUrl, faults);
      return by === 'mouse' ? mouseOn(page) : keysOn(page);
    };
    const owner = await person();
    await setUp(owner, await linkOf(server), lookedAt);
    await moveIn(owner.page);

    const desk = await person();
    await accept(desk, await inviteToDesk(owner.page, 'Nina', 'Park'));
    for (const name of ['Ada Moss', 'Carla Reyes']) await sellTenClasses(desk, name);
    await openClass(desk, 'Evening Yin');
    await book(desk, 'Dario Ferri', 'Dario Ferri is booked.');
    await openClass(desk, 'Vinyasa Flow');
    await book(desk, 'Ada Moss', 'Ada Moss is booked.');
    await book(desk, 'Bela Novak', 'Bela Novak is booked.');
    await book(desk, 'Carla Reyes', 'Carla Reyes is number 1 on the waitlist.');
    await lookedAt(desk.page);
    await checkInAtKiosk(await person(), rootUrl);
    await row(desk.page, 'Here, 1').waitFor();
    await cancelLate(desk);

    await decide(owner);
    await refund(owner);
    await substitute(owner);
    await cancelClass(owner);
    await closeTheDay(owner);
    expect(faults).toEqual([]);
    expect(await server.stop()).toBe(0);
  },
  300_000,
);
