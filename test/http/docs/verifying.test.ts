import { beforeAll, describe, expect, test } from 'bun:test';
import { symlink } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { docsPage } from '../../../src/http/docs/page.ts';
import { testVector } from '../../../src/http/docs/snippets.ts';
import { signatureHeader } from '../../../src/webhooks/signature.ts';
import { testFolder } from '../../helpers/process.ts';

/** The code exactly as a reader of the page copies it. */
const shown = (language: string): string => {
  const [, html] =
    new RegExp(`<code data-language="${language}">([\\s\\S]*?)</code>`).exec(
      docsPage({ release: '0', rootUrl: 'http://localhost', demo: undefined, operations: [] }),
    ) ?? [];
  if (html === undefined) throw new Error(`the page shows no code for ${language}`);
  return html.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
};

/** Calls the shown code with every four arguments (body, header, secret, now) and prints a line for each. */
const nodeDriver = `import { verify } from './shown.mjs';
const given = process.argv.slice(2);
for (let at = 0; at < given.length; at += 4) {
  const [body, header, secret, now] = given.slice(at, at + 4);
  try {
    console.log((await verify(Buffer.from(body), header, secret, Number(now))) ? 'genuine' : 'refused');
  } catch {
    console.log('refused');
  }
}`;

interface Language {
  readonly runtime: string;
  readonly command: readonly string[];
  readonly file: string;
  readonly driver: readonly [file: string, text: string];
}

const node = {
  runtime: 'node',
  command: ['node', 'driver.mjs'],
  file: 'shown.mjs',
  driver: ['driver.mjs', nodeDriver],
} as const;
const languages: Readonly<Record<string, Language>> = {
  stripe: node,
  node,
  python: {
    runtime: 'python3',
    command: ['python3', 'driver.py'],
    file: 'shown.py',
    driver: [
      'driver.py',
      `import sys
from shown import verify
given = sys.argv[1:]
for at in range(0, len(given), 4):
    body, header, secret, now = given[at:at + 4]
    print("genuine" if verify(body.encode(), header, secret, int(now)) else "refused")`,
    ],
  },
  php: {
    runtime: 'php',
    command: ['php', 'driver.php'],
    file: 'shown.php',
    driver: [
      'driver.php',
      `<?php require 'shown.php';
foreach (array_chunk(array_slice($argv, 1), 4) as [$body, $header, $secret, $now])
  echo verify($body, $header, $secret, (int) $now) ? "genuine\\n" : "refused\\n";`,
    ],
  },
  go: {
    runtime: 'go',
    command: ['go', 'run', 'shown.go', 'driver.go'],
    file: 'shown.go',
    driver: [
      'driver.go',
      `package main
import ("fmt"; "os"; "strconv"; "time")
func main() {
  given := os.Args[1:]
  for at := 0; at < len(given); at += 4 {
    now, _ := strconv.ParseInt(given[at+3], 10, 64)
    if Verify([]byte(given[at]), given[at+1], given[at+2], time.Unix(now, 0)) { fmt.Println("genuine") } else { fmt.Println("refused") }
  }
}`,
    ],
  },
  ruby: {
    runtime: 'ruby',
    command: ['ruby', 'driver.rb'],
    file: 'shown.rb',
    driver: [
      'driver.rb',
      `require_relative 'shown'
ARGV.each_slice(4) { |body, header, secret, now| puts verify(body, header, secret, now.to_i) ? 'genuine' : 'refused' }`,
    ],
  },
};

const { secret, timestamp, body, signature } = testVector;
const header = `t=${timestamp},v1=${signature}`;
const now = String(timestamp + 20);
const umlaut = '{"name":"Käthe"}';
const cases: readonly (readonly [says: string, verdict: string, delivery: readonly string[]])[] = [
  ['the test vector', 'genuine', [body, header, secret, now]],
  ['a body of this service', 'genuine', [umlaut, signatureHeader(secret, timestamp, umlaut), secret, now]],
  [
    'a second signature beside it',
    'genuine',
    [body, `t=${timestamp},v1=${'0'.repeat(64)},v1=${signature}`, secret, now],
  ],
  ['another body', 'refused', [body.replace('CREDIT', 'COMP'), header, secret, now]],
  ['another secret', 'refused', [body, header, `${secret}x`, now]],
  ['a moved time', 'refused', [body, header.replace('t=17', 't=18'), secret, now]],
  ['an age of more than 5 minutes', 'refused', [body, header, secret, String(timestamp + 301)]],
  ['no signature', 'refused', [body, `t=${timestamp}`, secret, now]],
  ['nonsense', 'refused', [body, 'nonsense', secret, now]],
  ['nothing', 'refused', [body, '', secret, now]],
];

const folder = testFolder();
beforeAll(() => symlink(resolve(import.meta.dir, '../../../node_modules'), join(folder, 'node_modules')));

const run = async (name: string, { command, file, driver }: Language): Promise<string[]> => {
  const place = join(folder, name);
  await Bun.write(join(place, file), shown(name));
  await Bun.write(join(place, driver[0]), driver[1]);
  const given = cases.flatMap(([, , delivery]) => delivery);
  const child = Bun.spawn([...command, ...given], { cwd: place, stdout: 'pipe', stderr: 'pipe' });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  if (code !== 0) throw new Error(err);
  return out.trim().split('\n');
};

describe('the code that the page shows judges deliveries, wherever its runtime is installed', () => {
  for (const [name, language] of Object.entries(languages)) {
    const isHere = Bun.which(language.runtime) !== null;
    test.if(isHere)(
      `${name} (${isHere ? 'runs' : 'not run'}: ${language.runtime})`,
      async () => {
        const verdicts = await run(name, language);
        const found = cases.map(([says], index) => `${says}: ${verdicts[index]}`);
        expect(found).toEqual(cases.map(([says, verdict]) => `${says}: ${verdict}`));
      },
      60_000,
    );
  }
});

test('the page shows the test vector whole', () => {
  const page = docsPage({ release: '0', rootUrl: 'http://localhost', demo: undefined, operations: [] });
  for (const part of Object.values(testVector)) expect(page).toContain(Bun.escapeHTML(String(part)));
  expect(Buffer.byteLength(body)).toBe(427);
});
