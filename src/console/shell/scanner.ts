import { later } from '../clock.ts';

/** A scanner types this fast; people do not. Ms between two keys. */
const FAST_MS = 30;
/** A person holds a key for longer than that; a scanner lets it go sooner. */
const HELD_MS = 12;
/** Fewer letters are no card. */
const FEWEST = 4;
/** Keys that change nothing: they do not wait. */
const HARMLESS = new Set(['j', 'k', '[', ']', 'g', '?', '/']);

/** A key as the browser says that it goes down. */
interface Key {
  readonly key: string;
  readonly code: string;
  readonly timeStamp: number;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly preventDefault: () => void;
}

interface Scanner<Event> {
  /** Does what a key does when it was typed by a person. */
  readonly onKey: (event: Event) => void;
  /** What a scanner has typed, without the Enter at its end. */
  readonly onScan: (code: string) => void;
}

/** Cards have numbers; so many letters at once are keys that somebody holds. */
const isCode = (code: string): boolean => code.length >= FEWEST && /\d/.test(code);

/**
 * Tells a scanner from a person who types, where no field has the focus: a scanner is a keyboard that types fast
 * and ends with Enter. A key that acts waits for a moment before it is a shortcut, so that the letters of a card do nothing: a
 * single key until it is clear that a finger holds it.
 */
export const scannerOf = <Event extends Key>({ onKey, onScan }: Scanner<Event>) => {
  let keys: Event[] = [];
  let waiting: Event[] = [];
  let endWait: (() => void) | undefined;
  /** The key that is down. */
  let held: string | undefined;

  const clear = (): void => {
    endWait?.();
    endWait = undefined;
    keys = [];
    waiting = [];
  };

  const settle = (): void => {
    const isCard = isCode(keys.map(({ key }) => key).join(''));
    const typed = waiting;
    clear();
    // A card that was read badly has no Enter: it does nothing.
    if (!isCard) for (const event of typed) onKey(event);
  };

  const isFast = (event: Event): boolean => {
    const last = keys.at(-1);
    return last !== undefined && event.timeStamp - last.timeStamp < FAST_MS;
  };

  /** Does what a single key does once a finger holds it. It stays the first letter of a code, should more follow at once. */
  const actIfHeld = (event: Event) => (): void => {
    if (held === event.code) for (const typed of waiting.splice(0)) onKey(typed);
    endWait = later(settle, FAST_MS - HELD_MS);
  };

  /** Takes a key that a person or a scanner has typed outside of fields. */
  const down = (event: Event): void => {
    if (event.key === 'Shift') return;
    const code = keys.map(({ key }) => key).join('');
    if (event.key === 'Enter' && isFast(event) && isCode(code)) {
      event.preventDefault();
      clear();
      onScan(code);
      return;
    }
    if (!isFast(event)) settle();
    if (event.key.length !== 1 || event.repeat || event.ctrlKey || event.metaKey) {
      settle();
      onKey(event);
      return;
    }
    keys.push(event);
    held = event.code;
    endWait?.();
    endWait = keys.length === 1 ? later(actIfHeld(event), HELD_MS) : later(settle, FAST_MS);
    if (HARMLESS.has(event.key.toLowerCase())) {
      onKey(event);
    } else {
      if (event.key !== ' ') event.preventDefault();
      waiting.push(event);
    }
  };
  /** Takes a key that was let go. */
  const up = (event: Pick<Key, 'code'>): void => {
    if (event.code === held) held = undefined;
  };
  return { down, up };
};
