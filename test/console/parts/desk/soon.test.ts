import { expect, test } from 'bun:test';
import { isSoon } from '../../../../src/console/parts/desk/soon.ts';

test('whoever comes up to two hours before a class, or later, may stand at the desk for it', () => {
  const start = '2026-03-02T18:00:00.000Z';
  const at = (time: string): boolean => isSoon(start, Date.parse(`2026-03-02T${time}Z`));
  expect(['15:59:59', '16:00:00', '17:59:00', '18:10:00'].map(at)).toEqual([false, true, true, true]);
});
