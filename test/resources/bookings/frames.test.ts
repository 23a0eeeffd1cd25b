import { expect, test } from 'bun:test';
import { join } from 'node:path';

test('a booking passes at most 12 frames between its handler and its insert', () => {
  const { stdout } = Bun.spawnSync([process.execPath, join(import.meta.dir, 'insert-frames.ts')], {
    env: { ...Bun.env, BUN_JSC_useTailCalls: 'false' },
  });
  const [queued = [], run = []] = JSON.parse(stdout.toString()) as string[][];
  expect([queued.at(-1), run[0]]).toEqual([
    expect.stringContaining('src/http/operations/handlers/write-handlers.ts'),
    expect.stringMatching(/^insert /),
  ]);
  // The last of the first ones is the handler itself.
  expect(queued.slice(0, -1).length + run.length).toBeLessThanOrEqual(12);
});
