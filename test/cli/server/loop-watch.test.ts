import { describe, expect, test } from 'bun:test';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { testFolder } from '../../helpers/process.ts';

const folder = testFolder();
const source = join(import.meta.dir, '../../../src');

/** A program that watches its own loop with a short limit, and then does `work`. */
const scriptOf = async (work: string, standstillMs: number): Promise<string> => {
  const script = join(folder, `${Bun.randomUUIDv7()}.ts`);
  await Bun.write(
    script,
    `import { watchLoop } from '${source}/cli/server/loop-watch.ts';
     const unwatch = watchLoop('json', 2, ${standstillMs});
     ${work}`,
  );
  return script;
};

/** Runs such a program. */
const watched = async (work: string, standstillMs = 300) => {
  const script = await scriptOf(work, standstillMs);
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
      message: expect.stringContaining('the event loop has been blocked for 0.3 seconds'),
    });
  });

  test('ends it also where nobody reads the log', async () => {
    const path = join(folder, 'log');
    Bun.spawnSync(['mkfifo', path]);
    const reader = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const writer = openSync(path, constants.O_WRONLY);
    const work = `const { readyOutput } = await import('${source}/cli/server/ready-output.ts');
      const write = readyOutput(2);
      while (write(Buffer.alloc(4096)) > 0);
      const again = () => Promise.resolve().then(again); setTimeout(again, 50);`;
    const child = Bun.spawn([process.execPath, await scriptOf(work, 300)], { stdout: 'ignore', stderr: writer });
    closeSync(writer);
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
    closeSync(reader);
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
