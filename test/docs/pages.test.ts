import { describe, expect, test } from 'bun:test';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { familyTable } from '../../scripts/count-family.ts';
import { root, sources } from '../helpers/sources.ts';

const pages = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', ...new Bun.Glob('docs/**/*.md').scanSync({ cwd: root })];
const textOf = (page: string): string => readFileSync(join(root, page), 'utf8');

/** The anchor of a heading, as hosts of repositories make it. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[`*]/g, '')
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
const headingsOf = (page: string): string[] =>
  [...textOf(page).matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.replaceAll('`', ''));

describe('the pages of the project', () => {
  test('link to files and headings that are there', () => {
    const broken = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?!https?:|mailto:)([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const [path = '', anchor] = link.split('#');
        const target = path === '' ? page : join(dirname(page), path);
        if (!existsSync(resolve(root, target))) return [`${page}: ${link}`];
        const isThere = anchor === undefined || headingsOf(target).map(anchorOf).includes(anchor);
        return isThere ? [] : [`${page}: ${link}`];
      }),
    );
    expect(broken).toEqual([]);
  });

  test('have every rule that a comment cites', () => {
    const cited = sources('{src,test,scripts}/**/*.ts').flatMap(({ path, text }) =>
      [...text.matchAll(/\b([a-z-]+)\.md(?: "([^"\n]+)")?/g)].map(([, page = '', heading]) => ({
        path,
        page,
        heading,
      })),
    );
    const missing = cited.flatMap(({ path, page, heading }) => {
      const file = [`docs/contract/${page}.md`, `docs/${page}.md`].find((each) => existsSync(join(root, each)));
      if (file === undefined) return /^(?:README|CHANGELOG)$/i.test(page) ? [] : [`${path}: ${page}.md`];
      return heading === undefined || headingsOf(file).includes(heading) ? [] : [`${path}: ${page}.md "${heading}"`];
    });
    expect(missing).toEqual([]);
  });

  test('number the decisions, at most 200 of at most six lines each, and have those that are cited', () => {
    const entries = textOf('docs/decisions.md').match(/^- .*\n(?: {2}.*\n)*/gm) ?? [];
    const numbers = entries.map((entry) => /^- (\d+\.\d+) /.exec(entry)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(entries.length);
    expect(entries.filter((entry) => entry.trimEnd().split('\n').length > 6)).toEqual([]);
    expect(entries.length).toBeLessThanOrEqual(200);
    const cited = sources('{src,test,scripts}/**/*.{ts,tsx}').flatMap(({ text }) => [
      ...text.matchAll(/\bdecision (\d+\.\d+)\b|\bdecisions\.md (\d+\.\d+)\b/g),
    ]);
    const within = [...textOf('docs/decisions.md').matchAll(/\bsee (\d+\.\d+)\b/g)];
    expect(cited.length).toBeGreaterThan(0);
    const missing = [...cited, ...within].map(([, number, other]) => number ?? other);
    expect(missing.filter((number) => !numbers.includes(number))).toEqual([]);
  });

  test('count the lines of the example family as they are', async () => {
    expect(textOf('docs/adding.md').includes(await familyTable('plans'))).toBe(true);
  });
});

test('the commands for translators are those of scripts/texts', async () => {
  const { stdout } = Bun.spawnSync([process.execPath, 'scripts/texts.ts', '--help'], { cwd: root });
  const usage = stdout.toString();
  const commands = [...textOf('docs/translating.md').matchAll(/^ *\.\/scripts\/texts (.+)$/gm)].map(
    ([, words = '']) => words,
  );
  expect(commands.length).toBeGreaterThan(4);
  const unknown = commands.flatMap((words) => {
    const [command = '', ...rest] = words.split(' ');
    const named = [`  ${command} `, ...rest.filter((word) => word.startsWith('--'))];
    return named.filter((name) => !usage.includes(name)).map((name) => `${words}: ${name}`);
  });
  expect(unknown).toEqual([]);
});
