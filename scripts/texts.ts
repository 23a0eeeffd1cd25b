// The catalogues of texts: scripts/texts [write|check|coverage]

import { AREAS, coverageOf, languages } from './texting/catalogues.ts';
import { problems } from './texting/check.ts';
import { staleMade, writeMade } from './texting/made.ts';
import { proseProblems } from './texting/prose.ts';

const USAGE = `usage: scripts/texts [COMMAND]
  write                 write src/texts/made from the catalogues (the default)
  check                 check the catalogues: values, plurals, lengths, banned turns, missing texts;
                        and the prose of the API: banned turns in descriptions and messages
  coverage              print how many texts each language has
`;

const commands: Readonly<Record<string, () => number>> = {
  write: () => {
    writeMade();
    return 0;
  },
  check: () => {
    const stale = staleMade().map((path) => `made/${path} is out of date: run scripts/texts`);
    const found = [...problems(), ...stale, ...proseProblems()];
    for (const each of found) console.error(each);
    console.log(found.length === 0 ? 'The texts are sound.' : `${found.length} problems`);
    return found.length === 0 ? 0 : 1;
  },
  coverage: () => {
    for (const { tag, name } of languages) {
      const parts = AREAS.map((area) => ({ area, ...coverageOf(tag, area) }));
      console.log(`${tag}  ${name}  ${parts.map(({ area, has, of }) => `${area} ${has}/${of}`).join('  ')}`);
    }
    return 0;
  },
};

const [command = 'write'] = process.argv.slice(2);
const run = commands[command];
if (run === undefined) console.error(USAGE);
process.exitCode = run === undefined ? 2 : run();
