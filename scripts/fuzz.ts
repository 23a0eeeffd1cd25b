// Sends random requests, valid and hostile ones, to every operation of the API, with a clock that moves: to an executable,
// on a connection, or in process. It fails on a 5xx, an error without its envelope, a response that is too large and an
// internal error in the log; in process also on a request that holds the event loop for more than 100 ms of processor time.
import { parseArgs } from 'node:util';
import { stopwatch } from '../src/kernel/clock.ts';
import { systemRandom } from '../src/kernel/random.ts';
import { openExecutable } from './fuzzing/executable.ts';
import { openInProcess } from './fuzzing/in-process.ts';
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
    executable: { type: 'string' },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: scripts/fuzz [--requests N] [--seed N] [--executable PATH | --verify]\n' +
      '--executable sends them to a built executable, such as dist/studiod, and not to the source in this process.\n' +
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

if (values.verify && values.executable !== undefined) {
  console.error('--verify compares answers of the source: leave --executable out.');
  process.exit(2);
}
const open = (seed: number) =>
  values.executable === undefined
    ? openInProcess(seed, values.verify ? 'verify' : 'serve')
    : openExecutable(values.executable);

console.log(`seed ${first}, ${requests} requests`);
const started = stopwatch();
const report = new Report(values.executable);
let operations = 0;
/** A round that has begun: its seed, and how many requests it sends. */
const round = async (seed: number, count: number) => runRound(await open(seed), seed, count);
// Rounds with executables run side by side: each waits for another process.
const sideBySide = values.executable === undefined ? 1 : 2;
for (let done = 0, seed = first; done < requests && report.kinds < MAX_FAULTS; ) {
  const rounds: ReturnType<typeof round>[] = [];
  while (rounds.length < sideBySide && done < requests) {
    rounds.push(round(seed, Math.min(ROUND, requests - done)));
    done += ROUND;
    seed += 1;
  }
  for (const result of await Promise.all(rounds)) {
    operations = result.operations;
    for (const text of report.add(result)) console.log(text);
  }
}
console.log(report.summary(operations, (stopwatch() - started) / 1000));
process.exit(report.kinds === 0 ? 0 : 1);
