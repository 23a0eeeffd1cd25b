// Writes src/auth/staff/passwords/common-passwords.ts from the list of zxcvbn, which has the 49,000 commonest passwords of leaks.
import { dictionary } from '@zxcvbn-ts/language-common';
import { commonHash, SHORTEST_PASSWORD } from '../src/auth/staff/passwords/common-hash.ts';

const words: readonly string[] = dictionary['passwords-common'];
const long = words.filter((word) => Array.from(word).length >= SHORTEST_PASSWORD);
const hashes = [...new Set(long.map(commonHash))].sort();
const lines = Array.from(
  { length: Math.ceil(hashes.length / 12) },
  (_, line) => `  ${hashes.slice(line * 12, line * 12 + 12).join(' ')}`,
);

await Bun.write(
  new URL('../src/auth/staff/passwords/common-passwords.ts', import.meta.url),
  `// Written by scripts/common-passwords.ts from the list of zxcvbn (MIT): the passwords that are long enough to be allowed,
// among the ${Math.floor(words.length / 1000)},000 commonest. They are hashed, since many are no words for a source.

/** The beginnings of their hashes. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set(
  \`
${lines.join('\n')}
\`
    .trim()
    .split(/\\s+/),
);
`,
);
