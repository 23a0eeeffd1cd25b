import { expect, test } from 'bun:test';
import { join } from 'node:path';

const SOURCE = join(import.meta.dir, '../../src/console');

test('password managers are told the user name in a text field: they pass over a hidden input', async () => {
  const wrong: string[] = [];
  for await (const path of new Bun.Glob('**/*.tsx').scan(SOURCE)) {
    const text = await Bun.file(join(SOURCE, path)).text();
    if (/<input[^>]*type="hidden"[^>]*autoComplete="username"/.test(text)) wrong.push(path);
  }
  expect(wrong).toEqual([]);
});
