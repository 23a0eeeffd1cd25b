// Hands that do the same things on a page: with the mouse, by touch, and with the keyboard alone.
import { expect } from 'bun:test';
import type { Locator, Page } from 'playwright-core';

/** What somebody does on a page. Each act waits until its element is there. */
export interface Hands {
  readonly page: Page;
  /** Presses a button or follows a link. */
  press(element: Locator): Promise<void>;
  /** Writes into a field, instead of what it has. */
  write(field: Locator, text: string): Promise<void>;
  /** Chooses an entry of a menu, or of a list below the field in which somebody types. */
  pick(option: Locator): Promise<void>;
  /** Chooses a radio button. */
  choose(radio: Locator): Promise<void>;
  /** Ticks a box. */
  tick(box: Locator): Promise<void>;
  /** Opens a tab. */
  turnTo(tab: Locator): Promise<void>;
  /** Opens a row of a table. */
  open(row: Locator): Promise<void>;
  /** Leaves what was pressed last: rows stay where they are under the pointer, and another act in its place counts as a double click. */
  rest(): Promise<void>;
}

/** Of elements that stand on the page twice, for wide and for narrow screens, one is shown. */
const shown = (element: Locator): Locator => element.filter({ visible: true }).first();

/** For this long the console takes a second press in the same place for the rest of a double click, with a margin. */
const DOUBLE_CLICK_MS = 700;

export const mouseOn = (page: Page): Hands => ({
  page,
  press: (element) => shown(element).click(),
  write: async (field, text) => {
    await shown(field).click();
    await page.keyboard.press('Control+a');
    await page.keyboard.type(text);
  },
  pick: (option) => shown(option).click(),
  // The button itself is hidden: its label is drawn.
  choose: (radio) => page.locator('label').filter({ has: radio }).first().click(),
  tick: (box) => shown(box).check(),
  turnTo: (tab) => tab.click(),
  open: (row) => shown(row).locator('small, .who b').first().click(),
  rest: async () => {
    await page.mouse.move(0, 0);
    await page.waitForTimeout(DOUBLE_CLICK_MS);
  },
});

/** On a phone: pages are followed once they are loaded, and a field that has the focus is typed into without a tap. */
export const touchOn = (page: Page): Hands => {
  const tap = async (element: Locator): Promise<void> => {
    await page.waitForLoadState();
    await shown(element).tap();
  };
  const tapLabel = (input: Locator): Promise<void> => tap(page.locator('label').filter({ has: input }));
  return {
    ...mouseOn(page),
    press: tap,
    write: async (field, text) => {
      await shown(field).waitFor();
      if ((await field.and(page.locator(':focus')).count()) === 0) await tap(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    choose: tapLabel,
    tick: tapLabel,
  };
};

const MOST_KEYS = 250;

export const keysOn = (page: Page): Hands => {
  const focus = page.locator(':focus');
  /** Presses a key until an element has the focus. */
  const keyTo = async (key: string, element: Locator, isThere: Locator): Promise<void> => {
    await element.first().waitFor({ state: 'attached' });
    for (let pressed = 0; (await isThere.count()) === 0; pressed += 1) {
      if (pressed === MOST_KEYS) throw new Error(`${key} does not lead to ${element}`);
      await page.keyboard.press(key);
    }
  };
  const tabTo = (element: Locator): Promise<void> => keyTo('Tab', shown(element), element.and(focus));
  return {
    page,
    press: async (element) => {
      await shown(element).waitFor();
      await tabTo(element);
      await page.keyboard.press('Enter');
    },
    write: async (field, text) => {
      await tabTo(field);
      await page.keyboard.press('Control+a');
      await page.keyboard.type(text);
    },
    pick: async (option) => {
      await option.first().waitFor();
      // An entry of a menu has the focus; of a list, it is marked while the field keeps the focus.
      await keyTo('ArrowDown', option, option.and(page.locator(':focus, [data-focused], [data-focus-visible]')));
      await page.keyboard.press('Enter');
    },
    choose: async (radio) => {
      // Tab enters a group at its chosen button, or at its first; the arrows move and choose.
      const group = page.locator('[role="radiogroup"], fieldset').filter({ has: radio });
      await keyTo('Tab', radio, group.locator(':focus'));
      if (!(await radio.isChecked()) && (await radio.and(focus).count()) > 0) await page.keyboard.press('Space');
      await keyTo('ArrowDown', radio, radio.and(focus));
      expect(await radio.isChecked()).toBe(true);
    },
    tick: async (box) => {
      await tabTo(box);
      await page.keyboard.press('Space');
      expect(await box.isChecked()).toBe(true);
    },
    turnTo: async (tab) => {
      await tab.waitFor();
      await keyTo('Tab', tab, page.getByRole('tab').and(focus));
      await keyTo('ArrowRight', tab, tab.and(focus));
    },
    open: async (row) => {
      await row.first().waitFor();
      await keyTo('Tab', row, page.getByRole('row').and(focus));
      await page.keyboard.press('Home');
      await page.keyboard.press('Control+Home');
      await keyTo('ArrowDown', row, row.and(focus));
      await page.keyboard.press('Enter');
    },
    rest: async () => undefined,
  };
};
