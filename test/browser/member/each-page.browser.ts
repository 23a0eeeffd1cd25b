// Each page for members and strangers once, on a phone: bun test ./test/browser/member/each-page.browser.ts
import { expect, test } from 'bun:test';
import { testsEverything } from '../../helpers/everything.ts';
import { axeFindings, sidewaysPixels } from '../console/open.ts';
import { addressesOf, CLOCK, MEMBERS, STRANGERS } from './addresses.ts';
import { testMember } from './open.ts';

const { open, server } = testMember('--clock', CLOCK);

test.each([
  { who: 'a stranger', clientId: null, paths: STRANGERS },
  { who: 'a member', clientId: undefined, paths: MEMBERS },
])(
  'for $who each page is accessible, fits a phone, and leaves no error in the log',
  async ({ clientId, paths }) => {
    const { page, faults } = await open('/book/terms', { width: 390, ...(clientId === null ? { clientId } : {}) });
    const found: string[] = [];
    for (const [index, path] of (await addressesOf(server, paths)).entries()) {
      await page.goto(new URL(path, server.ready.rootUrl).href);
      await page.getByRole('heading', { level: 1 }).waitFor();
      const sideways = await sidewaysPixels(page);
      if (sideways > 0) found.push(`${path} scrolls sideways by ${sideways} px`);
      // An embedded page has the background of the page around it: embed.browser.ts looks at both together.
      const themes = testsEverything || index % 3 === 0 ? 'both' : 'own';
      const findings = path.includes('embed=') ? [] : await axeFindings(page, themes);
      for (const each of findings) found.push(`${path}: ${each}`);
      // A page that is not there says so with its status, and the browser notes it.
      for (const each of faults.splice(0)) if (!each.includes('/book/nowhere')) found.push(`${path}: ${each}`);
    }
    expect(found).toEqual([]);
  },
  600_000,
);
