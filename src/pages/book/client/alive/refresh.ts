// Shows a page again while it is open: the parts that have changed, where they stand.

import { sayZone } from './words.ts';

const KEY = /(<input type="hidden" name="key" value=")[^"]*/g;

/** The parts of a page that change while it is open, by their id. */
const partsOf = (page: ParentNode): Map<string, Element> =>
  new Map([...page.querySelectorAll('[data-live][id]')].map((part) => [part.id, part]));

/** A new key in a form is no change. */
const contentOf = ({ innerHTML }: Element): string => innerHTML.replace(KEY, '$1');

const FOCUSABLE = 'a[href], button, input, select, textarea, summary';

/** What an element is for: where a link leads, or what a button says. */
const purposeOf = (element: Element): string => element.getAttribute('href') ?? element.textContent;

/** What stays as the reader has left it: what is open, and what has the focus. */
const replace = (part: Element, next: Element): void => {
  const open = [...part.querySelectorAll('details')].map((each) => each.open);
  const { activeElement } = document;
  const purpose = activeElement !== null && part.contains(activeElement) ? purposeOf(activeElement) : undefined;
  part.replaceChildren(...next.childNodes);
  for (const [index, each] of part.querySelectorAll('details').entries()) each.open = open[index] ?? false;
  if (purpose === undefined) return;
  [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].find((each) => purposeOf(each) === purpose)?.focus();
};

/** Whether the reader is in the middle of something. */
export const isBusy = (): boolean =>
  document.hidden || document.querySelector('dialog[open], form[data-sent]') !== null;

/** Returns whether the reader is still signed in. */
export const refresh = async (): Promise<boolean> => {
  const response = await fetch(location.href);
  if (response.redirected) return false;
  if (!response.ok) return true;
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  sayZone(next);
  const page = partsOf(next);
  if (isBusy()) return true;
  for (const [id, part] of partsOf(document)) {
    const shown = page.get(id);
    if (shown !== undefined && contentOf(shown) !== contentOf(part)) replace(part, shown);
  }
  return true;
};
