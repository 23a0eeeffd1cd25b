import { expect, test } from 'bun:test';
import { isSeen, percentSeen, resumeAt } from '../../../../src/resources/video/watching/share.ts';

test('the share of a video has two decimals, rounded down, and is never below what was seen', () => {
  expect(percentSeen([0, 58_014], 90)).toBe(64.46);
  for (let hundredths = 0; hundredths <= 10_000; hundredths += 1) {
    expect(percentSeen([0, hundredths * 9], 90)).toBe(hundredths / 100);
  }
  expect(percentSeen([0, 1_000, 2_000, 3_000], 6)).toBe(33.33);
  expect(percentSeen([0, 7_000], 6.9)).toBe(100);
});

test('90 percent complete a video, not less; of an unknown length nothing does', () => {
  expect([isSeen([0, 89_999], 100), isSeen([0, 90_000], 100)]).toEqual([false, true]);
  for (const duration of [null, 0, 0.0001]) {
    expect([isSeen([0, 90_000], duration), percentSeen([0, 90_000], duration)]).toEqual([false, 0]);
  }
});

test('a member goes on at the position, from 10 s to 95 %', () => {
  expect([9.999, 10, 95, 95.001].map((position) => resumeAt(position, 100))).toEqual([0, 10, 95, 0]);
  expect([9.999, 4_000].map((position) => resumeAt(position, null))).toEqual([0, 4_000]);
});
