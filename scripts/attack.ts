// Runs each hostile load against a server of its own, which it starts and stops, on this machine only. It prints the most memory that
// the server and its child processes had, the slowest answer of /livez meanwhile, and the responses, and fails when a bound is broken.
import { parseArgs } from 'node:util';
import { loads } from './attacking/loads.ts';
import { type Load, measure, type Result } from './attacking/measure.ts';

const { values } = parseArgs({
  options: {
    only: { type: 'string' },
    slack: { type: 'string', default: '1' },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: scripts/attack [--only WORDS] [--slack N]\n' +
      'Exit code 1 when a bound is broken. --only runs the loads whose names contain the words. --slack allows N times the\n' +
      'time for /livez, on a machine that does other work. STUDIOD_EXECUTABLE names another executable than dist/studiod.\n' +
      'It needs /proc, so Linux.',
  );
  process.exit(0);
}
const slack = Number(values.slack);
if (!(slack >= 1)) {
  console.error('--slack is a number from 1.');
  process.exit(2);
}

const broken = ({ most }: Load, { serverMb, childrenMb, livezMs, fault }: Result): string[] => [
  ...(serverMb > most.serverMb ? [`the server takes more than ${most.serverMb} MB`] : []),
  ...(childrenMb > (most.childrenMb ?? 0) ? [`its children take more than ${most.childrenMb ?? 0} MB`] : []),
  ...(livezMs > most.livezMs * slack ? [`/livez takes more than ${most.livezMs * slack} ms`] : []),
  ...(fault === undefined ? [] : [fault]),
];

const WIDTHS = [56, 10, 12, 10, 7] as const;
const row = (...cells: readonly string[]): string =>
  cells.map((cell, index) => (index === 0 ? cell.padEnd(WIDTHS[0]) : cell.padStart(WIDTHS[index] ?? 0))).join('  ');

const chosen = loads.filter(({ name }) => name.includes(values.only ?? ''));
console.log(row('load', 'server, MB', 'children, MB', '/livez, ms', 'seconds', ' answers'));
let faults = 0;
for (const load of chosen) {
  const result = await measure(load);
  const { serverMb, childrenMb, livezMs, seconds, answers } = result;
  const statuses = Object.entries(answers).map(([status, count]) => `${count} x ${status}`);
  const cells = [serverMb, childrenMb, livezMs].map((figure) => figure.toFixed(0));
  console.log(row(load.name, ...cells, seconds.toFixed(1), ` ${statuses.join(', ')}`));
  for (const fault of broken(load, result)) {
    faults += 1;
    console.log(`  ! ${fault}`);
  }
}
console.log(faults === 0 ? 'every bound holds' : `${faults} bound${faults === 1 ? '' : 's'} broken`);
process.exit(faults === 0 && chosen.length > 0 ? 0 : 1);
