const ROW = '[role="row"], tr, li';
/** What lies over the page gives the focus back to where it was. */
const OVER = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';
const PRESSABLE = 'button:not(:disabled), a[href], input:not(:disabled), [tabindex="0"]';

interface Focused {
  readonly element: Element;
  readonly row: Element;
  readonly after: readonly Element[];
  /** The nearest first. */
  readonly before: readonly Element[];
}

const siblingsOf = (row: Element): Pick<Focused, 'after' | 'before'> => {
  const all = [...(row.parentElement?.children ?? [])];
  const at = all.indexOf(row);
  return { after: all.slice(at + 1), before: all.slice(0, at).reverse() };
};

/** What of a row can have the focus: the row itself, else its first act. */
const placeIn = (row: Element): HTMLElement | undefined => {
  if (!row.isConnected) return undefined;
  const place = row.matches('[tabindex]') ? row : row.querySelector(PRESSABLE);
  return place instanceof HTMLElement ? place : undefined;
};

/**
 * Keeps the focus at its place in a list whose row goes with its act: it goes to the next row, else to the one before. A browser
 * would put it to the beginning of the page. Returns what ends this.
 */
export const keepFocusInLists = (): (() => void) => {
  const ended = new AbortController();
  let focused: Focused | undefined;
  const onFocus = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element) || target.closest(OVER) !== null) return;
    const row = target.closest(ROW);
    focused = row === null ? undefined : { element: target, row, ...siblingsOf(row) };
  };
  /** Who leaves a row by pressing beside it has left it. */
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget !== null) return;
    queueMicrotask(() => {
      if (focused?.element === target && focused.element.isConnected) focused = undefined;
    });
  };
  const observer = new MutationObserver(() => {
    const { activeElement, body } = document;
    if (focused === undefined || focused.element.isConnected || (activeElement !== body && activeElement !== null))
      return;
    const { row, after, before } = focused;
    focused = undefined;
    for (const each of [row, ...after, ...before]) {
      const place = placeIn(each);
      if (place !== undefined) return place.focus({ preventScroll: true });
    }
  });
  document.addEventListener('focusin', onFocus, { signal: ended.signal });
  document.addEventListener('focusout', onBlur, { signal: ended.signal });
  observer.observe(document.body, { childList: true, subtree: true });
  return () => {
    ended.abort();
    observer.disconnect();
  };
};
