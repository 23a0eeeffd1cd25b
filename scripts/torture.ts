// Kills the server at random moments while it takes writes and uploads, delivers webhooks, makes backups and migrates an
// older database. After each kill it starts again, and everything that was acknowledged must be there.
import { parseArgs } from 'node:util';
import { stopwatch } from '../src/kernel/clock.ts';
import { systemRandom } from '../src/kernel/random.ts';
import { type Figures, runPart } from './torturing/part.ts';

/** Kills in one part: each begins with a new data directory and ends with a whole check. */
const PART = 50;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '1000' },
    seed: { type: 'string' },
    from: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: scripts/torture [--kills N] [--seed N] [--from PART]\n' +
      `Runs in parts of ${PART} kills. --from continues at a part of an earlier run with the same seed.\n` +
      'The seed decides what is sent and when to kill; what the server has done by then also depends on the machine.\n' +
      'STUDIOD_EXECUTABLE names a built executable to use in place of the source.',
  );
  process.exit(0);
}
const kills = Number(values.kills);
const from = Number(values.from);
const seed = values.seed === undefined ? Math.floor(systemRandom().fraction() * 1e9) : Number(values.seed);
if (![kills, from].every((count) => Number.isSafeInteger(count) && count > 0) || !Number.isSafeInteger(seed)) {
  console.error('--kills and --from are whole numbers from 1, and --seed is a whole number.');
  process.exit(2);
}

const parts = Math.ceil(kills / PART);
console.log(`seed ${seed}, ${kills} kills in ${parts} part${parts === 1 ? '' : 's'}`);
const total: Record<string, number> = {};
let isWhole = true;
for (let part = from; part <= parts && isWhole; part += 1) {
  const startedAt = stopwatch();
  const { figures, faults }: { figures: Figures; faults: readonly string[] } = await runPart(
    seed + part,
    Math.min(PART, kills - (part - 1) * PART),
  );
  for (const [name, count] of Object.entries(figures)) total[name] = (total[name] ?? 0) + count;
  const shown = Object.entries(figures).map(([name, count]) => `${count} ${name}`);
  console.log(`part ${part}: ${shown.join(', ')}; ${((stopwatch() - startedAt) / 1000).toFixed(0)} s`);
  for (const fault of faults) console.log(`FAULT ${fault}`);
  isWhole = faults.length === 0;
}
const shown = Object.entries(total).map(([name, count]) => `${count} ${name}`);
console.log(isWhole ? `nothing acknowledged was lost: ${shown.join(', ')}` : `seed ${seed}: something was lost`);
process.exit(isWhole ? 0 : 1);
