// Sends random requests, valid and hostile ones, to every operation of the API, in process and with a clock that moves.
// It fails on a 5xx, an error without its envelope, a response that is too large, an internal error in the log, and a
// request that holds the event loop for more than 100 ms of processor time.
import { parseArgs } from 'node:util';
import { stopwatch } from '../src/kernel/clock.ts';
import { systemRandom } from '../src/kernel/random.ts';
import { Report } from './fuzzing/report.ts';
import { runRound } from './fuzzing/round.ts';

/** Every so many requests a new studio opens, with the next seed. */
const ROUND = 5000;
/** After so many different faults it ends. */
const MAX_FAULTS = 40;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '20000' },
    seed: { type: 'string' },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: scripts/fuzz [--requests N] [--seed N] [--verify]\n' +
      'Without --seed it takes a random one and prints it. --verify also compares answers with their schemas.',
  );
  process.exit(0);
}
const requests = Number(values.requests);
const first = values.seed === undefined ? Math.floor(systemRandom().fraction() * 1e9) : Number(values.seed);
if (!Number.isSafeInteger(requests) || requests < 1 || !Number.isSafeInteger(first) || first < 0) {
  console.error('--requests is a whole number from 1, and --seed one from 0.');
  process.exit(2);
}

console.log(`seed ${first}, ${requests} requests`);
const started = stopwatch();
const report = new Report();
let operations = 0;
for (let done = 0, seed = first; done < requests && report.kinds < MAX_FAULTS; done += ROUND, seed += 1) {
  const result = await runRound(seed, Math.min(ROUND, requests - done), values.verify ? 'verify' : 'serve');
  operations = result.operations;
  for (const text of report.add(result)) console.log(text);
}
console.log(report.summary(operations, (stopwatch() - started) / 1000));
process.exit(report.kinds === 0 ? 0 : 1);
