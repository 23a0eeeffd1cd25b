// Measures times and ratios of times, alone on the machine, and prints them beside what is wanted. It fails for faults only, never
// for a time: what else the machine does would decide.
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({
  options: { help: { type: 'boolean', short: 'h' } },
  allowPositionals: true,
});
if (values.help) {
  console.log(`usage: scripts/measure [TEXT..]
Runs the files test/**/*.measure.ts whose path has one of the texts, one after another; without a text all of them.`);
  process.exit(0);
}
const EXECUTABLE = 'dist/studiod';
const LIMIT_MS = 600_000;
const files = [...new Bun.Glob('test/**/*.measure.ts').scanSync()]
  .sort()
  .filter((file) => positionals.length === 0 || positionals.some((text) => file.includes(text)));
const build = Bun.spawnSync([process.execPath, 'scripts/build.ts', '--outfile', EXECUTABLE], { stderr: 'inherit' });
if (!build.success) process.exit(1);
let faults = 0;
for (const file of files) {
  const child = Bun.spawn([process.execPath, 'test', '--timeout', `${LIMIT_MS}`, `./${file}`], {
    env: { ...process.env, NO_COLOR: '1', STUDIOD_EXECUTABLE: EXECUTABLE },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
  const [out, err, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
  const lines = out.split('\n').filter((line) => line.startsWith('measured  '));
  for (const line of lines) console.log(line.slice('measured  '.length));
  if (code === 0) continue;
  faults += 1;
  console.log(`FAULT  ${file}\n${err}`);
}
process.exit(faults === 0 ? 0 : 1);
