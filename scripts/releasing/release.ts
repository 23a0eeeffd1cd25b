// Builds a release: scripts/release [--targets linux-x64,linux-arm64] [--outdir DIR] [--verify]
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import manifest from '../../package.json' with { type: 'json' };
import { root, targets } from './executable.ts';
import { makeRelease } from './make.ts';

const { values } = parseArgs({
  options: {
    targets: { type: 'string', default: targets.join(',') },
    outdir: { type: 'string', default: join(root, 'dist/release') },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    `usage: scripts/release [--targets TARGET,..] [--outdir DIR] [--verify]\n` +
      `  targets   ${targets.join(', ')} (default: all)\n` +
      '  --verify  makes it twice and compares the bytes of every file\n\n' +
      'Writes an archive for each target, Debian packages, an SBOM and SHA256SUMS. Runtimes are downloaded once.',
  );
  process.exit(0);
}

const named = values.targets.split(',');
const unknown = named.find((name) => !targets.some((target) => target === name));
if (unknown !== undefined) {
  console.error(`unknown target '${unknown}'; use some of: ${targets.join(', ')}`);
  process.exit(2);
}
const chosen = targets.filter((target) => named.includes(target));

const make = (outdir: string, onTarget: (line: string) => void): Promise<string> =>
  makeRelease({ version: manifest.version, targets: chosen, outdir, onTarget });

/** Makes the release again elsewhere. Returns the names of the files that differ. */
const differing = async (sums: string): Promise<string[]> => {
  const outdir = mkdtempSync(join(tmpdir(), 'studiod-again-'));
  try {
    const again = (await make(outdir, () => {})).split('\n');
    return sums.split('\n').flatMap((line) => (again.includes(line) ? [] : [line.slice(66)]));
  } finally {
    rmSync(outdir, { recursive: true, force: true });
  }
};

try {
  const outdir = resolve(values.outdir);
  const sums = await make(outdir, (line) => console.log(line));
  console.log(`in ${outdir}`);
  if (values.verify) {
    const different = await differing(sums);
    if (different.length > 0) throw new Error(`made twice: different bytes: ${different.join(', ')}`);
    console.log('made twice: same bytes');
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
