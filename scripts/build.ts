// Builds the executable: bun scripts/build.ts [--target linux-arm64] [--outfile PATH] [--sourcemap] [--verify]
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { budget, buildExecutable, here, root, type Target, targets } from './releasing/executable.ts';

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    outfile: { type: 'string', default: join(root, 'dist/studiod') },
    sourcemap: { type: 'boolean', default: false },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: bun scripts/build.ts [--target TARGET] [--outfile PATH] [--sourcemap] [--verify]\n' +
      '  --sourcemap  stack traces name the lines of the source; larger than a release may be\n' +
      '  --verify     builds twice and compares the bytes\n' +
      `  targets      ${targets.join(', ')} (default: this machine; another one downloads its runtime)`,
  );
  process.exit(0);
}

function chosenTarget(name: string | undefined): Target | undefined {
  const target = targets.find((each) => each === name);
  if (name === undefined || target !== undefined) return target;
  console.error(`unknown target '${name}'; use one of: ${targets.join(', ')}`);
  process.exit(2);
}

const target = chosenTarget(values.target);
const outfile = resolve(values.outfile);
const sum = await buildExecutable(outfile, target, { hasSourceMap: values.sourcemap });
const { size } = Bun.file(outfile);
console.log(`${outfile}\n${target ?? here}  ${(size / 1e6).toFixed(1)} MB  sha256 ${sum}`);
if (values.verify) {
  const again = await buildExecutable(outfile, target, { hasSourceMap: values.sourcemap });
  console.log(sum === again ? 'built twice: same bytes' : `built twice: different bytes: ${again}`);
  if (sum !== again) process.exit(1);
}
if (size > budget && !values.sourcemap) {
  console.error(`the executable is larger than its budget of ${budget / 1e6} MB`);
  process.exit(1);
}
