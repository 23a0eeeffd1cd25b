import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { testFolder } from '../../helpers/process.ts';

const folder = testFolder();
const source = join(import.meta.dir, '../../../src');

/** Runs a program that watches its own loop with a short limit, and then does `work`. */
const watched = async (work: string, standstillMs = 300) => {
  const script = join(folder, `${Bun.randomUUIDv7()}.ts`);
  await Bun.write(
    script,
    `import { watchLoop } from '${source}/cli/server/loop-watch.ts';
     const unwatch = watchLoop('json', 2, ${standstillMs});
     ${work}`,
  );
  const child = Bun.spawn([process.execPath, script], { stdout: 'pipe', stderr: 'pipe' });
  const [out, err] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  return { out, err, signal: child.signalCode, code: child.exitCode };
};

describe('the watch of the event loop', () => {
  test('ends a process whose loop stands, with a line in the log', async () => {
    // A promise that is settled again and again gives the loop no turn.
    const { err, signal } = await watched('const again = () => Promise.resolve().then(again); setTimeout(again, 50);');
    expect(signal).toBe('SIGKILL');
    expect(JSON.parse(err)).toMatchObject({
      level: 'error',
      message: expect.stringContaining('the event loop has stood for 0.3 seconds'),
    });
  });

  test('leaves a process alone whose loop turns, and one that stops watching', async () => {
    const busy = `let turns = 0;
      const turn = () => { Bun.sleepSync(60); turns += 1; if (turns < 40) setTimeout(turn, 0); else { console.log(turns); unwatch(); } };
      turn();`;
    expect(await watched(busy, 2_000)).toEqual({ out: '40\n', err: '', signal: null, code: 0 });
    const stopped = "unwatch(); setTimeout(() => { Bun.sleepSync(600); console.log('done'); }, 10);";
    expect(await watched(stopped)).toEqual({ out: 'done\n', err: '', signal: null, code: 0 });
  });
});
