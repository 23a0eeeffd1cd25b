import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '../..');

/** Code that browsers run. The pages in Chromium load its parts. */
const IN_BROWSERS = /^src\/(?:console|pages\/(?:.+\/)?client|texts\/made\/loaders\.ts$)\/?/;
const COMMENTS = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm;
const LATER =
  /(?<!typeof )\b(?:import|require)\(\s*(?:'([^']+)'|([^)]*))|\b(new Worker|startThread|Bun\.spawn(?:Sync)?)\(/g;

/**
 * What the program loads or starts only when it is needed: `auth/members/id-tokens.ts: jose` for a module that is imported
 * there, and `media/inspect.ts: Bun.spawn` for a thread or process. Each once.
 */
export const loadedLater = (): string[] =>
  [...new Bun.Glob('src/**/*.{ts,tsx}').scanSync({ cwd: root })]
    .filter((path) => !IN_BROWSERS.test(path))
    .flatMap((path) => {
      const text = readFileSync(join(root, path), 'utf8').replace(COMMENTS, '');
      const found = [...text.matchAll(LATER)].map(([, name, written, start]) => name ?? written ?? start);
      return [...new Set(found)].map((each) => `${path.slice('src/'.length)}: ${each}`);
    })
    .sort();
