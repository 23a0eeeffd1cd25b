import { expect, test } from 'bun:test';
import { closeSync, constants, openSync } from 'node:fs';
import { join } from 'node:path';
import { command, environment, folderForEachTest, until } from '../helpers/process.ts';

const cwd = folderForEachTest();
const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

/** A pipe whose reader has not begun to read. */
const unreadPipe = () => {
  const path = join(cwd, 'log');
  Bun.spawnSync(['mkfifo', path]);
  const reader = openSync(path, O_RDONLY | O_NONBLOCK);
  return { path, reader, writer: openSync(path, O_WRONLY) };
};

const linesOf = async (path: string): Promise<Record<string, unknown>[]> => {
  const text = await Bun.spawn(['cat', path], { stdout: 'pipe' }).stdout.text();
  return text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
};

const REQUESTS = 2_000;

test('a log that nobody reads holds up no request, and says later how many lines it has dropped', async () => {
  const { path, reader, writer } = unreadPipe();
  const child = Bun.spawn([...command, 'sandbox', '--json', '--port', '0'], {
    cwd,
    env: environment(),
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: writer,
  });
  closeSync(writer);
  let out = '';
  void (async () => {
    for await (const text of child.stdout.pipeThrough(new TextDecoderStream())) out += text;
  })();
  await until(() => out.includes('\n'));
  const { rootUrl } = JSON.parse(out);
  let answered = 0;
  const ask = async (): Promise<void> => {
    for (let count = 0; count < REQUESTS / 20; count += 1) {
      const response = await fetch(`${rootUrl}/livez`);
      if (response.status === 200) answered += 1;
      await response.text();
    }
  };
  await Promise.all(Array.from({ length: 20 }, ask));
  expect(answered).toBe(REQUESTS);

  const read = linesOf(path);
  child.kill('SIGTERM');
  expect(await child.exited).toBe(0);
  closeSync(reader);
  const lines = await read;
  const requests = lines.filter(({ message }) => message === 'request').length;
  const dropped = lines.filter(({ message }) => String(message).includes('log lines were dropped'));
  expect(dropped.length).toBeGreaterThan(0);
  expect(dropped.reduce((sum, { lines: count }) => sum + Number(count), requests)).toBeGreaterThanOrEqual(REQUESTS);
}, 60_000);
