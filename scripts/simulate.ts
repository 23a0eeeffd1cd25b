// Simulates whole studios: everything that happens follows from the seed. A failure is told with the fewest acts that make it.
import { parseArgs } from 'node:util';
import { isoInstant } from '../src/kernel/clock.ts';
import { BY_HAND } from '../test/simulate/by-hand.ts';
import { type Entry, planOf } from '../test/simulate/plan.ts';
import { type Outcome, simulate } from '../test/simulate/run.ts';
import { shrink } from '../test/simulate/shrink.ts';

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    days: { type: 'string', default: '365' },
    studios: { type: 'string', default: '1' },
    fault: { type: 'string' },
    log: { type: 'string' },
    'shrink-seconds': { type: 'string', default: '120' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(`usage: scripts/simulate [--seed N] [--days N] [--studios N]
Each studio has a seed of its own: N, N + 1 and so on. The same seed gives the same log of acts.
--log FILE          writes the log of acts
--shrink-seconds N  how long to look for a shorter list of acts that fails in the same way
--fault NAME        puts a fault into the program:
${Object.keys(BY_HAND)
  .map((name) => `  ${name}`)
  .join('\n')}`);
  process.exit(0);
}
const [seed, days, studios] = [Number(values.seed), Number(values.days), Number(values.studios)];
if (![seed, days, studios].every((count) => Number.isSafeInteger(count) && count > 0)) {
  console.error('--seed, --days and --studios are whole numbers from 1.');
  process.exit(2);
}
const mutate = values.fault === undefined ? undefined : BY_HAND[values.fault];
if (values.fault !== undefined && mutate === undefined) {
  console.error(`unknown fault '${values.fault}'; scripts/simulate --help lists them`);
  process.exit(2);
}

const told = ({ day, at, name, seed: own }: Entry): string =>
  `  day ${day} ${isoInstant(at).slice(11, 19)} ${name} (${own})`;

const explain = async (from: number, outcome: Outcome, failure: NonNullable<Outcome['failure']>): Promise<void> => {
  console.log(`seed ${from}, day ${failure.day}:`);
  for (const each of failure.what) console.log(`  ${each}`);
  const until = Date.now() + Number(values['shrink-seconds']) * 1_000;
  const shrunk = await shrink({
    plan: planOf(from, outcome.days + 1),
    failure,
    tries: 400,
    isLate: () => Date.now() > until,
    fails: async (plan, length) => (await simulate({ seed: from, days: length, plan, mutate })).failure,
  });
  console.log(`the shortest list of acts that fails, after ${shrunk.runs} runs:`);
  for (const each of shrunk.plan) console.log(told(each));
  const { log } = await simulate({ seed: from, days: shrunk.failure.day + 1, plan: shrunk.plan, mutate });
  console.log('its log:');
  for (const line of log) console.log(`  ${line}`);
};

let failed = 0;
const lines: string[] = [];
for (let from = seed; from < seed + studios; from += 1) {
  const started = Date.now();
  const outcome = await simulate({ seed: from, days, mutate, onLine: (line) => lines.push(line) });
  const seconds = ((Date.now() - started) / 1_000).toFixed(0);
  console.log(`seed ${from}: ${outcome.days} days, ${outcome.log.length} lines, ${seconds} s`);
  if (values.log !== undefined) await Bun.write(values.log, `${lines.join('\n')}\n`);
  if (outcome.failure === undefined) continue;
  failed += 1;
  await explain(from, outcome, outcome.failure);
}
process.exit(failed === 0 ? 0 : 1);
