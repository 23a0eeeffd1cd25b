import { createContext, type RefObject, useContext, useEffect, useEffectEvent } from 'react';
import { later } from '../../base/time/now.ts';
import { addToPalette } from './palette-state.ts';
import { scannerOf } from './scanner.ts';

/** What a key does. Returns false where it does nothing now, so that an earlier handler of the key may. */
type Handler = (event: KeyboardEvent) => unknown;

type Part = RefObject<Element | null>;

/** The dialog in which a component is shown; null on the page itself. */
export const InDialog = createContext<Part | null>(null);

interface Registered {
  readonly run: Handler;
  readonly dialog: Part | null;
}

/** Handlers by key, the latest last: the innermost part of a page wins. */
const handlers = new Map<string, Registered[]>();

/** Whether single keys work: people may switch them off. */
let hasSingleKeys = true;
export const setSingleKeys = (enabled: boolean): void => {
  hasSingleKeys = enabled;
};

/** What takes letters. Boxes, radio buttons and the like take none. */
const FIELDS =
  'input:not([type="checkbox"], [type="radio"], [type="button"], [type="submit"], [type="file"], [type="range"]), ' +
  'textarea, select, [contenteditable="true"], [role="textbox"], [role="combobox"]';
const isTyping = (target: EventTarget | null): boolean => target instanceof Element && target.closest(FIELDS) !== null;

/** How long a sequence such as `G T` waits for its second key. */
const SEQUENCE_MS = 1_200;
let prefix = '';
let endPrefix: (() => void) | undefined;

const nameOf = (event: KeyboardEvent): string => {
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  if (event.ctrlKey || event.metaKey) return `Control ${key}`;
  return event.shiftKey && /^[a-z]$/.test(key) ? `Shift ${key}` : key;
};

/** What lies over a page: single keys do nothing on the page beneath. A message is part of the page. */
const OVER = '[role="dialog"], [role="alertdialog"]:not(.toast), [role="menu"], [role="listbox"]';
const overOf = (target: EventTarget | null): Element | null =>
  target instanceof Element ? target.closest(OVER) : null;

const run = (name: string, event: KeyboardEvent, over: Element | null = null): boolean => {
  for (const handler of handlers.get(name)?.toReversed() ?? []) {
    if (over !== null && handler.dialog?.current !== over) continue;
    if (handler.run(event) !== false) {
      event.preventDefault();
      return true;
    }
  }
  return false;
};

/** Runs the handler that came last, of a dialog over the page, and no handler below it. */
const runLatest = (name: string, event: KeyboardEvent): boolean => {
  const handler = handlers.get(name)?.at(-1);
  if (handler === undefined || handler.run(event) === false) return false;
  event.preventDefault();
  return true;
};

/** Does what a key does, alone or after `G`. */
const press = (event: KeyboardEvent): void => {
  const name = nameOf(event);
  const isSingle = !name.startsWith('Control ') && name !== 'Escape';
  if (isSingle && !hasSingleKeys) return;
  endPrefix?.();
  const sequence = prefix === '' ? name : `${prefix} ${name}`;
  prefix = '';
  // A letter waits until it is no card: the focus may have moved into a dialog meanwhile.
  const over = isSingle ? (overOf(event.target) ?? overOf(document.activeElement)) : null;
  if (run(sequence, event, over) || name !== 'g') return;
  prefix = 'g';
  endPrefix = later(() => {
    prefix = '';
  }, SEQUENCE_MS);
};

/** Takes what scanners type. */
let scanned: (code: string) => void = () => undefined;

/** Handles what a scanner types while no field has the focus, until the returned function is called. */
export const onScanned = (handler: (code: string) => void): (() => void) => {
  scanned = handler;
  return () => {
    scanned = () => undefined;
  };
};

/** Enter does nothing for so long after a shortcut has moved the focus: no one has seen yet where it is. */
const UNSEEN_MS = 300;
let endUnseen: (() => void) | undefined;
/** Where the focus was before a shortcut last moved it, and when its key was pressed. */
let moved: { readonly at: number; readonly from: Element | null } | undefined;

const pressAndSee = (event: KeyboardEvent): void => {
  const from = document.activeElement;
  press(event);
  if (document.activeElement === from) return;
  moved = { at: event.timeStamp, from };
  endUnseen?.();
  endUnseen = later(() => {
    endUnseen = undefined;
  }, UNSEEN_MS);
};

const scan = (code: string, beganAt: number): void => {
  // A letter of the card has moved the focus.
  if (moved !== undefined && moved.at >= beganAt) {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement) activeElement.blur();
    if (moved.from instanceof HTMLElement) moved.from.focus({ preventScroll: true });
  }
  scanned(code);
};

const isShortcut = (event: KeyboardEvent): boolean => {
  const name = nameOf(event);
  return [...handlers].some(([key, { length }]) => length > 0 && (key === name || key.split(' ').includes(name)));
};

const typed = scannerOf<KeyboardEvent>({
  onKey: pressAndSee,
  onText: (text) => addToPalette(text),
  onScan: scan,
  isShortcut,
});

const isPlain = (event: KeyboardEvent): boolean =>
  !(event.isComposing || event.altKey || event.ctrlKey || event.metaKey || isTyping(event.target));

/** Whether Enter is down that may do nothing. */
let isEnterTaken = false;

const onKeyDown = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.isComposing || event.altKey) return;
  const isCommand = event.ctrlKey || event.metaKey || event.key === 'Escape';
  if (isTyping(event.target)) {
    if (isCommand) press(event);
    return;
  }
  // A field with a list below it repeats its keys at the items of the list: they are typed, too.
  if (isTyping(document.activeElement)) return;
  if (event.key.length === 1 && !isCommand && addToPalette(event.key)) event.preventDefault();
  else typed.down(event);
};

/** A table keeps each letter with which a row begins, and goes to that row: neither shortcuts nor cards would have it. */
const isForTable = ({ key, target }: KeyboardEvent): boolean =>
  key.length === 1 && key !== ' ' && target instanceof Element && target.closest('[role="grid"]') !== null;

/** Takes the end of a card, an Enter that no one can have meant, and letters on rows, before what has the focus does. */
const onKeyDownFirst = (event: KeyboardEvent): void => {
  if (!isPlain(event)) return;
  const isTaken =
    typed.first(event) || (event.key === 'Enter' && (event.repeat ? isEnterTaken : endUnseen !== undefined));
  if (event.key === 'Enter') isEnterTaken = isTaken;
  if (isTaken) {
    event.preventDefault();
    event.stopImmediatePropagation();
  } else if (isForTable(event)) {
    event.stopPropagation();
    onKeyDown(event);
  }
};

/**
 * A button, a choice or a row takes Enter for itself, with Ctrl as well, and some fields keep it: the main act of the page comes
 * first, in a dialog the main act of the dialog. What else lies over the page keeps its keys.
 */
const onMainAct = (event: KeyboardEvent): void => {
  const isMainAct = event.key === 'Enter' && (event.ctrlKey || event.metaKey);
  const { target } = event;
  if (!isMainAct || event.repeat || event.isComposing || !(target instanceof Element)) return;
  const over = target.closest('[role="dialog"], [role="alertdialog"]');
  if (over?.matches('.dialog-body') === false) return;
  if (over === null ? run('Control Enter', event) : runLatest('Control Enter', event)) event.stopPropagation();
};

/** Listens to the keys of the page, until the returned function is called. */
export const listenToKeys = (): (() => void) => {
  document.addEventListener('keydown', onMainAct, true);
  document.addEventListener('keydown', onKeyDownFirst, true);
  document.addEventListener('keydown', onKeyDown);
  return () => {
    document.removeEventListener('keydown', onMainAct, true);
    document.removeEventListener('keydown', onKeyDownFirst, true);
    document.removeEventListener('keydown', onKeyDown);
  };
};

/**
 * Handles a key while the component is shown: a letter (`b`), `Shift x`, `/`, `?`, `Escape`, `Control k`, or a sequence (`g t`).
 * Single keys do nothing while a field has the focus, and on the page beneath a dialog, a question, a menu or a list.
 */
export const useShortcut = (key: string, handler: Handler): void => {
  const onKey = useEffectEvent(handler);
  const dialog = useContext(InDialog);
  useEffect(() => {
    const own: Registered = { run: (event) => onKey(event), dialog };
    handlers.set(key, [...(handlers.get(key) ?? []), own]);
    return () => {
      handlers.set(key, handlers.get(key)?.filter((each) => each !== own) ?? []);
    };
  }, [key, dialog]);
};
