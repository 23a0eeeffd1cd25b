import { later } from '../../base/time/now.ts';

/** The longest pause between two keys of a card: slow readers take 80 ms for a key, and a busy machine adds its own. */
const PAUSE_MS = 200;
/** A burst that is no shortcut, such as one with a digit, may pause for longer, and is a card in any case if it ends within a second. */
const LONG_PAUSE_MS = 500;
const BURST_MS = 1_000;
/** So many letters without a digit are a card. */
const FEWEST_LETTERS = 4;
/** Keys that only move the focus. */
const WALKS = new Set(['j', 'k']);
/** Keys that do not wait: those, and the key of the desk bar, which takes what follows. */
const HARMLESS = new Set([...WALKS, '/']);
/** The letter that opens the desk bar: a name may follow right away. */
const OPENS = 'b';
/** What a scanner sends at the end of a card. */
const ENDS = new Set(['Enter', 'Tab']);

/** A key as the browser says that it goes down. */
interface Key {
  readonly key: string;
  readonly timeStamp: number;
  readonly repeat: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly preventDefault: () => void;
}

interface Scanner<Event> {
  /** Does what a key does when it was typed by a person. */
  readonly onKey: (event: Event) => void;
  /** Takes the letters after the key of the desk bar. */
  readonly onText: (text: string) => void;
  /** What a scanner has typed, without the Enter or Tab at its end, and when it began. */
  readonly onScan: (code: string, beganAt: number) => void;
  /** Whether a key alone does something on this page. */
  readonly isShortcut: (event: Event) => boolean;
  /** Calls after this many ms. Returns what ends the wait. */
  readonly wait?: typeof later;
}

const textOf = (keys: readonly Key[]): string => keys.map(({ key }) => key).join('');
const hasDigit = (code: string): boolean => /\d/.test(code);
const isWalk = (code: string): boolean => [...code].every((letter) => WALKS.has(letter.toLowerCase()));

/** Cards have digits or some letters. A few J and K are someone who walks a list. */
const isCode = (code: string): boolean => hasDigit(code) || (code.length >= FEWEST_LETTERS && !isWalk(code));

/**
 * Tells a scanner from a person who types, where no field has the focus: a scanner is a keyboard that types a burst of keys and
 * ends with Enter or Tab. A key that acts waits until its burst can no longer be a card, so that the letters of a card do nothing.
 */
export const scannerOf = <Event extends Key>({ onKey, onText, onScan, isShortcut, wait = later }: Scanner<Event>) => {
  let burst: Event[] = [];
  /** The keys of the burst that have not acted. */
  let waiting: Event[] = [];
  let endWait: (() => void) | undefined;

  const opens = (): boolean => waiting[0]?.key.toLowerCase() === OPENS;
  /** Whether someone types letters that are no shortcuts. */
  const isWord = (): boolean => !opens() && burst.length >= FEWEST_LETTERS && !burst.every(isShortcut);

  const clear = (): void => {
    endWait?.();
    endWait = undefined;
    burst = [];
    waiting = [];
  };

  /** The burst is over without the end of a card. What was read badly does nothing, and neither does a word. */
  const settle = (): void => {
    const code = textOf(burst);
    const typed = waiting;
    const [isText, isOpened] = [isWord(), opens()];
    clear();
    if (hasDigit(code) || isText) return;
    const [first, ...others] = typed;
    if (isOpened && first !== undefined && others.length > 0) {
      onKey(first);
      onText(textOf(others));
    } else for (const event of typed) onKey(event);
  };

  /** When the burst is over, if nothing follows. */
  const overAt = (): number => {
    const [first, last] = [burst[0]?.timeStamp ?? 0, burst.at(-1)?.timeStamp ?? 0];
    if (!hasDigit(textOf(burst)) && !isWord()) return last + PAUSE_MS;
    return Math.max(last + LONG_PAUSE_MS, first + BURST_MS);
  };

  /** Forgets a burst that was over before this key. */
  const settleBefore = ({ timeStamp }: Event): void => {
    if (burst.length > 0 && timeStamp > overAt()) settle();
  };

  const add = (event: Event): void => {
    burst.push(event);
    endWait?.();
    endWait = wait(settle, overAt() - event.timeStamp);
  };

  /**
   * Takes a key before what has the focus does. Returns whether it belongs to a card, or comes too early: then nothing else may
   * have it.
   */
  const first = (event: Event): boolean => {
    if (event.repeat || event.ctrlKey || event.metaKey) return false;
    settleBefore(event);
    if (burst.length === 0) return false;
    if (event.key === ' ') {
      waiting.push(event);
      add(event);
      return true;
    }
    if (!ENDS.has(event.key) || event.shiftKey) return false;
    const code = textOf(burst).trim();
    if (isCode(code)) {
      const beganAt = burst[0]?.timeStamp ?? 0;
      clear();
      onScan(code, beganAt);
      return true;
    }
    const isEarly = event.key === 'Enter' && waiting.length > 0;
    settle();
    return isEarly;
  };

  /** Takes a key that nothing else has taken. */
  const down = (event: Event): void => {
    if (event.key === 'Shift') return;
    settleBefore(event);
    if (event.key.length !== 1 || event.key === ' ' || event.repeat || event.ctrlKey || event.metaKey) {
      settle();
      onKey(event);
      return;
    }
    if (waiting.length === 0 && HARMLESS.has(event.key.toLowerCase())) onKey(event);
    else {
      event.preventDefault();
      waiting.push(event);
    }
    add(event);
  };
  return { first, down };
};
