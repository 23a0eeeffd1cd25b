// Builds the executable: bun scripts/build.ts [--target linux-arm64] [--outfile PATH] [--verify]
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import type { BunPlugin } from 'bun';
import manifest from '../package.json' with { type: 'json' };

const targets = ['linux-x64', 'linux-x64-baseline', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl'] as const;
type Target = (typeof targets)[number];
/** Bytes (appliance.md "Budgets"). */
const budget = 125_000_000;
const root = resolve(import.meta.dir, '..');
const here = `${process.platform}-${process.arch}${existsSync('/etc/alpine-release') ? '-musl' : ''}`;

const { values } = parseArgs({
  options: {
    target: { type: 'string' },
    outfile: { type: 'string', default: join(root, 'dist/studiod') },
    verify: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h' },
  },
});
if (values.help) {
  console.log(
    'usage: bun scripts/build.ts [--target TARGET] [--outfile PATH] [--verify]\n' +
      '  --verify  builds twice and compares the bytes\n' +
      `  targets   ${targets.join(', ')} (default: this machine; another one downloads its runtime)`,
  );
  process.exit(0);
}

function chosenTarget(name: string | undefined): Target | undefined {
  const target = targets.find((each) => each === name);
  if (name === undefined || target !== undefined) return target;
  console.error(`unknown target '${name}'; use one of: ${targets.join(', ')}`);
  process.exit(2);
}

/** The current commit, with `-changed` if there are uncommitted changes. */
function commit(): string {
  const git = (...args: string[]) => Bun.spawnSync(['git', '-C', root, ...args], { stderr: 'ignore' });
  const head = existsSync(join(root, '.git')) && Bun.which('git') ? git('rev-parse', '--short=12', 'HEAD') : undefined;
  if (!head?.success) return '';
  const changed = git('status', '--porcelain', '--', 'src', 'migrations', 'package.json', 'package-lock.json');
  return head.stdout.toString().trim() + (changed.stdout.toString().trim() === '' ? '' : '-changed');
}

/** A worker is only embedded if it is an entry point. */
const entrypoints = ['src/main.ts', 'src/database/checkpoint-worker.ts']
  .map((path) => join(root, path))
  .filter((path, index) => index === 0 || existsSync(path));

/** Swagger UI is the largest embedded file. It is embedded compressed and sent compressed to most clients. */
const compressed: BunPlugin = {
  name: 'compressed',
  setup(builder) {
    builder.onLoad({ filter: /\bswagger-ui(?:-bundle)?\.(?:js|css)$/ }, async ({ path }) => ({
      contents: gzipSync(await Bun.file(path).bytes(), { level: 9 }),
      loader: 'file',
    }));
  },
};

/** The resources of the stripe package that the processor uses. Its other classes become empty: their code is large. */
const used = ['Accounts', 'Charges', 'Customers', 'PaymentIntents', 'PaymentMethods', 'Refunds', 'SetupIntents'];
const trimmable = /\/stripe\/esm\/(?:resources\/.*|StripeEventNotificationHandler)\.js$/;
const trimmed: BunPlugin = {
  name: 'trimmed',
  setup(builder) {
    builder.onLoad({ filter: trimmable }, async ({ path }) => {
      const contents = await Bun.file(path).text();
      if (used.some((name) => path.endsWith(`/esm/resources/${name}.js`))) return { contents, loader: 'js' };
      const names = [...contents.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      return { contents: names.map((name) => `export class ${name} {}`).join('\n'), loader: 'js' };
    });
  },
};

async function build(outfile: string, target: Target | undefined): Promise<void> {
  // Built in a temporary folder and renamed: a running executable can be replaced, and a failed build keeps the old one.
  const scratch = await mkdtemp(join(dirname(outfile), '.build-'));
  try {
    const result = await Bun.build({
      entrypoints,
      root,
      target: 'bun',
      format: 'esm',
      // Elysia reads the source of handlers to see what they use, so parameter names must be kept.
      minify: { whitespace: true, syntax: true, identifiers: false },
      sourcemap: 'inline',
      // Halves the cold start. Not for other platforms, where older runtimes crashed on foreign bytecode.
      bytecode: target === undefined || target.replace('-baseline', '') === here,
      plugins: [compressed, trimmed],
      // Elysia uses it to detect the type of uploaded files, which this program does not have.
      external: ['file-type'],
      define: {
        BUILD_VERSION: JSON.stringify(manifest.version),
        BUILD_COMMIT: JSON.stringify(commit()),
        'process.env.NODE_ENV': '"production"',
      },
      compile: {
        ...(target && { target: `bun-${target}` as const }),
        outfile: join(scratch, basename(outfile)),
        autoloadDotenv: false,
        autoloadBunfig: false,
      },
    });
    for (const log of result.logs) console.error(String(log));
    await rename(join(scratch, basename(outfile)), outfile);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
}

async function digest(path: string): Promise<string> {
  return new Bun.CryptoHasher('sha256').update(await Bun.file(path).arrayBuffer()).digest('hex');
}

const target = chosenTarget(values.target);
const outfile = resolve(values.outfile);
// Paths in the source map are relative to the working directory, and the bytes must not depend on it.
process.chdir(root);
await mkdir(dirname(outfile), { recursive: true });
await build(outfile, target);
const sum = await digest(outfile);
const { size } = Bun.file(outfile);
console.log(`${outfile}\n${target ?? here}  ${(size / 1e6).toFixed(1)} MB  sha256 ${sum}`);
if (values.verify) {
  await build(outfile, target);
  const again = await digest(outfile);
  console.log(sum === again ? 'built twice: same bytes' : `built twice: different bytes: ${again}`);
  if (sum !== again) process.exit(1);
}
if (size > budget) {
  console.error(`the executable is larger than its budget of ${budget / 1e6} MB`);
  process.exit(1);
}
