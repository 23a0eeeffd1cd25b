import { expect, test } from 'bun:test';
import { scannerOf } from '../../src/console/shell/scanner.ts';
import { until } from '../helpers/process.ts';

/** What the keys of a keyboard, a scanner's or a person's, have done. */
const keyboard = () => {
  const acts: string[] = [];
  const scanned: string[] = [];
  let timeStamp = 1_000;
  const eventOf = (key: string) => {
    timeStamp += 5;
    const plain = { repeat: false, ctrlKey: false, metaKey: false, preventDefault: () => undefined };
    return { key, code: `Key${key}`, timeStamp, ...plain };
  };
  const { down, up } = scannerOf<ReturnType<typeof eventOf>>({
    onKey: ({ key }) => acts.push(key),
    onScan: (code) => scanned.push(code),
  });
  const press = (key: string): void => down(eventOf(key));
  const tap = (key: string): void => {
    press(key);
    up(eventOf(key));
  };
  return { acts, scanned, press, tap };
};

test('a key that a finger holds acts, and so does one that was let go at once, a little later', async () => {
  const { acts, press, tap } = keyboard();
  press('i');
  expect(acts).toEqual([]);
  await until(() => acts.length === 1);
  const other = keyboard();
  other.tap('n');
  await until(() => other.acts.length === 1);
  tap('j');
  expect(acts).toEqual(['i', 'j']);
});

test('the letters of a card do nothing', () => {
  const { acts, scanned, tap } = keyboard();
  for (const key of ['c', 'n', 'i', '4', '7', 'Enter']) tap(key);
  expect([acts, scanned]).toEqual([[], ['cni47']]);
});

test('a card is read whole although its first letter was held for long', async () => {
  const { acts, scanned, press, tap } = keyboard();
  press('7');
  await until(() => acts.length === 1);
  for (const key of ['7', '0', '1', 'Enter']) tap(key);
  expect(scanned).toEqual(['7701']);
});
