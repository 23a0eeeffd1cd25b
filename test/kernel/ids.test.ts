import { expect, test } from 'bun:test';
import { HOUR_MS } from '../../src/kernel/durations.ts';
import { createIds, isUuid, randomText, storedId } from '../../src/kernel/ids.ts';
import { systemRandom } from '../../src/kernel/random.ts';

test('ids ascend within one millisecond, beyond the counter, and when the clock goes back', () => {
  let now = 1_767_225_600_000;
  const ids = createIds({ now: () => now }, systemRandom());
  const made: string[] = [];
  for (let count = 0; count < 10_000; count += 1) made.push(ids.uuid());
  now -= 5_000;
  for (let count = 0; count < 100; count += 1) made.push(ids.uuid());
  now += 60_000;
  made.push(ids.uuid());
  expect(made).toEqual([...made].sort());
  expect(new Set(made).size).toBe(made.length);
  expect(made.every(isUuid)).toBe(true);
  expect(made.every((id) => /^.{14}7.{4}[89ab]/.test(id))).toBe(true);
});

test('ids ascend after the highest id that exists, whatever the clock says', () => {
  const after = '019c0000-0000-7ffe-bfff-ffffffffffff';
  const millisecond = 0x019c00000000;
  for (const now of [0, millisecond - HOUR_MS, millisecond, millisecond + 1]) {
    const ids = createIds({ now: () => now }, systemRandom(), () => after);
    const made = [after, ids.uuid(), ids.uuid(), ids.uuid()];
    expect(made).toEqual([...made].sort());
    expect(ids.lead).toBe(Math.max(0, millisecond - now + (now > millisecond ? 0 : 1)));
  }
});

test('an id tells the millisecond it was made in', () => {
  const id = createIds({ now: () => 1_767_225_600_123 }, systemRandom()).uuid();
  expect(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toBe(1_767_225_600_123);
});

test('an id is whole, in either case, and stored in lower case', () => {
  const upper = '01950000-0000-7000-8000-00000000000A';
  expect(isUuid(upper)).toBe(true);
  for (const text of [upper, `evt_${upper}`]) expect(storedId(text)).toBe(text.toLowerCase());
  for (const text of ['Yoga-ABC', `x${upper}`]) expect(storedId(text)).toBe(text);
  expect(isUuid('01950000-0000-7000-8000-00000000000')).toBe(false);
});

test('random text has the asked length and only letters and digits', () => {
  const text = randomText(systemRandom(), 500);
  expect(text).toMatch(/^[0-9A-Za-z]{500}$/);
  expect(new Set(text).size).toBeGreaterThan(55);
});
