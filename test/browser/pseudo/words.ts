// What a page in the language of tests shows: words that no catalogue has, and words that have no room.
import type { Page } from 'playwright-core';
import { CLOSE, OPEN } from '../../../scripts/texting/pseudo.ts';
import { isData } from '../../helpers/data-words.ts';
import { sidewaysPixels } from '../console/open.ts';

/** All that is shown or read out and stands in no brackets: the rest of each text, and of what names an element. */
const OUTSIDE = `(() => {
  const found = [];
  const take = (text, where, depth) => {
    let rest = '';
    for (const each of text) {
      if (each === '${OPEN}') depth += 1;
      if (depth === 0) rest += each;
      if (each === '${CLOSE}') depth -= 1;
    }
    if (rest.trim() !== '') found.push([where, rest.trim()]);
    return depth;
  };
  const nameOf = (each) => each.tagName.toLowerCase() + (each.getAttribute('class') ? '.' + each.getAttribute('class').split(' ')[0] : '');
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let depth = 0;
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const parent = node.parentElement;
    if (parent === null || parent.closest('script, style, noscript, template, code, pre, kbd, textarea, .mono, .mail-preview .strong, [translate=no]') !== null) continue;
    if (depth > 0 || parent.checkVisibility()) depth = take(node.data, nameOf(parent), depth);
  }
  if (depth !== 0) found.push(['body', 'brackets that do not close']);
  for (const name of ['aria-label', 'aria-description', 'aria-valuetext', 'aria-roledescription', 'placeholder', 'title', 'alt'])
    for (const each of document.querySelectorAll('[' + name + ']'))
      if (each.closest('[translate=no]') === null) take(each.getAttribute(name), nameOf(each) + '[' + name + ']', 0);
  take(document.title, 'title', 0);
  return found;
})()`;

/** The words that are wider or higher than their place. What people have written may end in dots. */
export const CUT_OFF = `(() => {
  const words = 'h1, h2, h3, label, legend, th, dt, button, .button, .chip, .badge, [role=tab], [role=radio], [role=columnheader], nav a';
  const isCutOff = (each) => {
    const { overflowX, overflowY } = getComputedStyle(each);
    return (overflowX !== 'visible' && each.scrollWidth > each.clientWidth + 1) ||
      (overflowY !== 'visible' && each.scrollHeight > each.clientHeight + 1);
  };
  const isScrolled = (each) => each !== null &&
    (['auto', 'scroll'].includes(getComputedStyle(each).overflowX) && each.scrollWidth > each.clientWidth || isScrolled(each.parentElement));
  const isBeyond = (each) => {
    const { left, right } = each.getBoundingClientRect();
    return !isScrolled(each) && (right > innerWidth + 1 || left < -1);
  };
  const isShown = (each) => {
    const { width, height } = each.getBoundingClientRect();
    // Beside a menu of our own, a browser's own one is kept out of sight, for its autofill.
    return width > 1 && height > 1 && each.closest('[aria-hidden=true]') === null && each.checkVisibility({ visibilityProperty: true, opacityProperty: true });
  };
  return [...document.querySelectorAll(words)]
    .filter((each) => isShown(each) && each.textContent.trim() !== '' && (isCutOff(each) || isBeyond(each)))
    .map((each) => each.tagName.toLowerCase() + '.' + each.className + ': ' + each.textContent.trim().slice(0, 60));
})()`;

/** What is wrong with a page in the language of tests: a line for each text. */
export const faultsOfPage = async (page: Page): Promise<string[]> => {
  const outside = await page.evaluate<[where: string, text: string][]>(OUTSIDE);
  const cutOff = await page.evaluate<string[]>(CUT_OFF);
  const sideways = await sidewaysPixels(page);
  return [
    ...outside
      .filter(([, text]) => !isData(text))
      .map(([where, text]) => `${where} is in no catalogue: ${text.slice(0, 120)}`),
    ...cutOff.map((each) => `cut off: ${each}`),
    ...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []),
  ];
};
