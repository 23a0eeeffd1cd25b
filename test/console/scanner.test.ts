import { describe, expect, test } from 'bun:test';
import { scannerOf } from '../../src/console/ui/keys/scanner.ts';

/** A clock that stands still between two keys, with what waits for it. */
const clockOf = () => {
  let now = 1_000;
  let waits: { readonly at: number; readonly work: () => void }[] = [];
  const wait = (work: () => void, ms: number): (() => void) => {
    const entry = { at: now + ms, work };
    waits.push(entry);
    return () => {
      waits = waits.filter((each) => each !== entry);
    };
  };
  const pass = (ms: number): void => {
    const until = now + ms;
    for (;;) {
      const [due] = waits.filter(({ at }) => at <= until).toSorted((a, b) => a.at - b.at);
      if (due === undefined) break;
      now = due.at;
      waits = waits.filter((each) => each !== due);
      due.work();
    }
    now = until;
  };
  return { now: () => now, wait, pass };
};

const SHORTCUTS = new Set(['j', 'k', 'i', 'n', 'c', 'z', 'b', 'x', 'g', 't', '/']);

/** A page with shortcuts, and a keyboard for it: a scanner's or a person's. */
const keyboard = () => {
  const { now, wait, pass } = clockOf();
  const actions: string[] = [];
  const scanned: string[] = [];
  const texts: string[] = [];
  const eventOf = (key: string) => ({
    key,
    timeStamp: now(),
    repeat: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    preventDefault: () => undefined,
  });
  const { first, down } = scannerOf<ReturnType<typeof eventOf>>({
    onKey: ({ key }) => actions.push(key),
    onText: (text) => texts.push(text),
    onScan: (code) => scanned.push(code),
    isShortcut: ({ key }) => SHORTCUTS.has(key.toLowerCase()),
    wait,
  });
  /** What has the focus: a button that takes Enter and Space. */
  const pressed: string[] = [];
  const press = (key: string): void => {
    const event = eventOf(key);
    if (first(event)) return;
    if (key === 'Enter' || key === ' ') pressed.push(key);
    else down(event);
  };
  const type = (text: string, everyMs: number, stallAfter?: number): void => {
    for (const [index, key] of [...text].entries()) {
      press(key);
      pass(everyMs + (index === stallAfter ? 30 : 0));
    }
  };
  return { actions, scanned, texts, pressed, press, type, pass };
};

const SPEEDS = [1, 4, 8, 12, 25, 40, 60, 80];
const CARDS = [
  'K7712K',
  'ZZ99UNKNOWN',
  '04A1B2C3',
  '9780201379624',
  '42',
  '7',
  'CARD-1007',
  'AB-12 34',
  'nick',
  'DANARIVERA',
];

describe('a card does nothing but its check-in', () => {
  test.each(SPEEDS)('with %d ms a key, and a stall of 30 ms anywhere', (everyMs) => {
    for (const code of CARDS) {
      for (const stallAfter of [undefined, ...code].keys()) {
        for (const end of ['Enter', 'Tab']) {
          const { actions, scanned, pressed, press, type, pass } = keyboard();
          type(code, everyMs, stallAfter === 0 ? undefined : stallAfter - 1);
          press(end);
          pass(2_000);
          expect([scanned, pressed]).toEqual([[code], []]);
          // A J or K at the beginning has moved the focus, which goes back.
          expect(actions.filter((key) => !'jk'.includes(key.toLowerCase()))).toEqual([]);
        }
      }
    }
  });

  test('however long it pauses, within a second of its first key', () => {
    const { actions, scanned, press, pass } = keyboard();
    press('4');
    press('n');
    pass(700);
    press('z');
    pass(250);
    press('Enter');
    expect([actions, scanned]).toEqual([[], ['4nz']]);
  });

  test('nor does a card that was read without its end', () => {
    const { actions, scanned, pressed, type, pass } = keyboard();
    type('cn47z', 40);
    pass(5_000);
    expect([actions, scanned, pressed]).toEqual([[], [], []]);
  });

  test('two cards one after the other are two', () => {
    const { scanned, type, press, pass } = keyboard();
    type('4711', 5);
    press('Enter');
    pass(300);
    type('4712', 5);
    press('Enter');
    expect(scanned).toEqual(['4711', '4712']);
  });
});

describe('a person who types', () => {
  test('has a shortcut once no card can follow', () => {
    const { actions, press, pass } = keyboard();
    press('i');
    pass(199);
    expect(actions).toEqual([]);
    pass(1);
    expect(actions).toEqual(['i']);
  });

  test('walks without a wait, and the keys keep their order', () => {
    const { actions, press, pass } = keyboard();
    for (const key of ['j', 'j', 'i']) {
      press(key);
      pass(120);
    }
    expect(actions).toEqual(['j', 'j']);
    press('j');
    pass(200);
    expect(actions).toEqual(['j', 'j', 'i', 'j']);
  });

  test('presses what has the focus with Enter, unless a shortcut is on its way', () => {
    const { actions, pressed, press, pass } = keyboard();
    press('c');
    pass(100);
    press('Enter');
    expect([actions, pressed]).toEqual([['c'], []]);
    pass(100);
    press('Enter');
    expect(pressed).toEqual(['Enter']);
  });

  test('opens the desk bar and types a name at once', () => {
    const { actions, texts, type, pass } = keyboard();
    type('bnor', 60);
    pass(500);
    expect([actions, texts]).toEqual([['b'], ['nor']]);
  });

  test('types a word where no field has the focus, and nothing happens', () => {
    const { actions, type, pass } = keyboard();
    type('nora', 150);
    pass(1_000);
    expect(actions).toEqual([]);
  });
});
