import { describe, expect, test } from 'bun:test';
import { readTime } from '../../../src/console/formats/read-time.ts';

describe('a time of day as people write it', () => {
  test.each([
    ['9:30', '09:30'],
    ['9:30 am', '09:30'],
    ['9:30 a.m.', '09:30'],
    ['930', '09:30'],
    ['9.30', '09:30'],
    ['9', '09:00'],
    ['09:30', '09:30'],
    ['18h30', '18:30'],
    ['18h', '18:00'],
    ['18 Uhr', '18:00'],
    ['18 Uhr 30', '18:30'],
    ['1830', '18:30'],
    ['6pm', '18:00'],
    ['6:15\u202fPM', '18:15'],
    ['12 am', '00:00'],
    ['12:30 pm', '12:30'],
    ['0:15', '00:15'],
  ])('%s', (typed, time) => expect(readTime(typed)?.time).toBe(time));

  test.each(['', 'x', '9:3', '9:60', '24:00', '13 pm', '0 am', '99', '12345', '9,30'])('not %p', (typed) =>
    expect(readTime(typed)).toBeUndefined(),
  );

  test('says whether the half of the day was guessed', () => {
    expect(['9:30', '930', '12'].map((typed) => readTime(typed)?.isSure)).toEqual([false, false, false]);
    expect(['9:30 am', '09:30', '18:30', '0:15'].map((typed) => readTime(typed)?.isSure)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});
