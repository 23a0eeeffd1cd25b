// The options of the benchmark: what it measures, for how long, and beside what.
import { parseArgs } from 'node:util';
import { WORKS, type WorkName } from './beside.ts';
import type { Rounds } from './rounds.ts';
import { scenarios } from './scenarios.ts';

export const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    keep: { type: 'string' },
    executable: { type: 'string' },
    release: { type: 'string' },
    fastify: { type: 'string' },
    clients: { type: 'string' },
    rounds: { type: 'string' },
    seconds: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
export const besideNames = Object.keys(WORKS) as WorkName[];
const names = [
  ...scenarios.map(({ name }) => name),
  'pages',
  'streaming',
  ...besideNames.map((name) => `beside-${name}`),
  'webhooks',
  'start',
];
if (values.help) {
  console.log(
    'usage: bun run bench [--quick] [--only NAME,..] [--executable FILE] [--keep DIR] [--json]\n' +
      '  --quick       few rows and short rounds: tests the benchmark, the numbers mean nothing\n' +
      '  --executable  measures a built executable instead of the source\n' +
      '  --release     measures an earlier executable in place of the floor: the requests of the scenarios only;\n' +
      '                a row with less than 0.9 of its rate makes the run fail\n' +
      '  --fastify     measures Fastify on Node in place of the floor, with the packages installed in a folder\n' +
      '  --keep        keeps the generated data in DIR and uses it again the next time\n' +
      `  --clients N, --rounds N, --seconds S\n  names: ${names.join(', ')}`,
  );
  process.exit(0);
}

function number(text: string | undefined, fallback: number): number {
  const given = text === undefined ? fallback : Number(text);
  if (given > 0) return given;
  console.error(`'${text}' is not a number above 0`);
  process.exit(2);
}

export const rows = number(values.clients, values.quick ? 2_000 : 1_000_000);
export const rounds: Rounds = {
  count: number(values.rounds, values.quick ? 1 : 10),
  warmup: values.quick ? 0.1 : 0.3,
  seconds: number(values.seconds, values.quick ? 0.3 : 1),
  warmUpRuns: values.quick ? { most: 1, seconds: 0.1 } : { most: 8, seconds: 1.5 },
};
/** For a p99 beside other work, which has to go on for a while: each round is twice as long. */
export const longRounds: Rounds = values.quick ? rounds : { ...rounds, seconds: rounds.seconds * 2 };
/** What takes the place of the floor. */
export const other = values.fastify !== undefined ? 'fastify' : values.release !== undefined ? 'release' : 'floor';
const USUAL = {
  floor: names,
  release: scenarios.map(({ name }) => name),
  fastify: scenarios.filter(({ besideFastify }) => besideFastify !== undefined).map(({ name }) => name),
};
export const only = values.only?.split(',') ?? USUAL[other];
const unknown = only.find((name) => !names.includes(name));
if (unknown !== undefined) {
  console.error(`unknown name '${unknown}'; use one of: ${names.join(', ')}`);
  process.exit(2);
}
