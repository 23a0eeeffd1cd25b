// Builds the executable for one platform.
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import type { BunPlugin } from 'bun';
import manifest from '../../package.json' with { type: 'json' };
import { buildPages, buildScripts } from '../../src/http/pages/bundle/build.ts';
import { packBundle } from '../../src/http/pages/bundle/bundle.ts';
import { type BundledPackage, bundledPackages } from './licenses.ts';
import { fetchRuntime } from './runtime.ts';

/** The platforms of a release. `baseline` is for processors without AVX2. */
export const targets = [
  ...(['linux-x64', 'linux-x64-baseline', 'linux-arm64', 'linux-x64-musl', 'linux-arm64-musl'] as const),
  ...(['darwin-arm64', 'darwin-x64', 'windows-x64'] as const),
] as const;
export type Target = (typeof targets)[number];
/** The platform of this machine. */
export const here = `${process.platform}-${process.arch}${existsSync('/etc/alpine-release') ? '-musl' : ''}`;
/** How many times longer than usual the runtime waits until it compiles hot code, until `compileHotCode` is called. */
const JIT_POLICY = 100;
/** Bytes (appliance.md "Budgets"). */
export const budget = 138_000_000;
export const root = resolve(import.meta.dir, '../..');

/** The current commit, with `-changed` if there are uncommitted changes. */
function commit(): string {
  const git = (...args: string[]) => Bun.spawnSync(['git', '-C', root, ...args], { stderr: 'ignore' });
  const head = existsSync(join(root, '.git')) && Bun.which('git') ? git('rev-parse', '--short=12', 'HEAD') : undefined;
  if (!head?.success) return '';
  const changed = git('status', '--porcelain', '--', 'src', 'migrations', 'package.json', 'package-lock.json');
  return head.stdout.toString().trim() + (changed.stdout.toString().trim() === '' ? '' : '-changed');
}

/** A worker with bytecode is only embedded if it is an entry point. */
const entrypoints = [
  'src/main.ts',
  'src/database/checkpoint-worker.ts',
  'src/database/backup/flush-worker.ts',
  'src/cli/server/loop-watch-worker.ts',
]
  .map((path) => join(root, path))
  .filter((path, index) => index === 0 || existsSync(path));

/** The largest texts are embedded compressed: Swagger UI, the recorded responses of the document, and the rules of time zones. */
const compressed: BunPlugin = {
  name: 'compressed',
  setup(builder) {
    builder.onLoad(
      { filter: /(?:\bswagger-ui(?:-bundle)?\.(?:js|css)|\.ndjson|\/moment-timezone\/data\/packed\/latest\.json)$/ },
      async ({ path }) => ({
        contents: Bun.zstdCompressSync(await Bun.file(path).bytes(), { level: 22 }),
        loader: 'file',
      }),
    );
  },
};

/** The resources of the stripe package that the processor uses. Its other classes become empty: their code is large. */
const used = ['Accounts', 'Charges', 'Customers', 'PaymentIntents', 'PaymentMethods', 'Refunds', 'SetupIntents'];
const trimmable = /\/stripe\/esm\/(?:resources\/.*|StripeEventNotificationHandler)\.js$/;
/** What age-encryption needs for public keys alone. Backups are encrypted with a passphrase. */
const publicKeys = /\/@noble\/(?:post-quantum\/hybrid|curves\/(?:nist|ed25519))\.js$/;
/** What nodemailer knows about files and mail providers. Each part of a mail here has its type, and a server is named by its host. */
const fileTypes = /\/nodemailer\/dist\/esm\/mime-funcs\/mime-types\.js$/;
const mailProviders = /\/nodemailer\/dist\/esm\/well-known\/services\.js$/;
const untyped = `const missing = () => { throw new Error('An attachment has no type.'); };
  export { missing as detectMimeType, missing as detectExtension };`;
const trimmed: BunPlugin = {
  name: 'trimmed',
  setup(builder) {
    builder.onLoad({ filter: fileTypes }, () => ({ contents: untyped, loader: 'js' }));
    builder.onLoad({ filter: mailProviders }, () => ({ contents: 'export const services = {};', loader: 'js' }));
    builder.onLoad({ filter: trimmable }, async ({ path }) => {
      const contents = await Bun.file(path).text();
      if (used.some((name) => path.endsWith(`/esm/resources/${name}.js`))) return { contents, loader: 'js' };
      const names = [...contents.matchAll(/^export class (\w+)/gm)].map(([, name]) => name);
      return { contents: names.map((name) => `export class ${name} {}`).join('\n'), loader: 'js' };
    });
    builder.onLoad({ filter: publicKeys }, async ({ path }) => {
      const names = [...(await Bun.file(path).text()).matchAll(/^export (?:const|function) (\w+)/gm)];
      return { contents: names.map(([, name]) => `export const ${name} = undefined;`).join('\n'), loader: 'js' };
    });
  },
};

/** A string literal with the JSON of texts. Characters beyond Latin-1 are escaped, since one of them would double the string. */
const jsonLiteral = (texts: unknown): string =>
  JSON.stringify(
    JSON.stringify(texts).replace(
      /[^\0-\xff]/g,
      (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
    ),
  );

/**
 * The texts of an area in one language, as one string: what a literal of a thousand properties takes in bytecode is many
 * times what it says. The server reads a language of its areas when somebody does.
 */
const textsAsJson: BunPlugin = {
  name: 'texts as JSON',
  setup(builder) {
    builder.onLoad({ filter: /\/src\/texts\/made\/refusals\/[\w-]+\.ts$/ }, async ({ path }) => {
      const { texts } = (await import(path)) as { texts: unknown };
      return { contents: `export const texts = JSON.parse(${jsonLiteral(texts)});`, loader: 'js' };
    });
    builder.onLoad({ filter: /\/src\/texts\/made\/(?:book|mail|pages)\.ts$/ }, async ({ path }) => {
      const areas = Object.entries((await import(path)) as Record<string, Record<string, unknown>>);
      const contents = areas.map(([area, languages]) => {
        const getters = Object.entries(languages).map(
          ([tag, texts]) => `get '${tag}'() { return JSON.parse(${jsonLiteral(texts)}); }`,
        );
        return `export const ${area} = { ${getters.join(', ')} };`;
      });
      return { contents: contents.join('\n'), loader: 'js' };
    });
  },
};

/** The thread that examines media, in one file. */
const examination = {
  entrypoints: [join(root, 'src/media/inspect-worker.ts')],
  target: 'bun' as const,
  minify: true,
};

/**
 * The thread that examines media is embedded as a file, without bytecode: that would be 1.5 MB, and only a process of its own
 * loads it.
 */
const withoutBytecode: BunPlugin = {
  name: 'without bytecode',
  async setup(builder) {
    const { outputs } = await Bun.build(examination);
    const contents = (await outputs[0]?.text()) ?? '';
    builder.onLoad({ filter: /\/src\/media\/inspect-worker\.ts$/ }, () => ({ contents, loader: 'file' }));
  },
};

/** The console, with the best quality of brotli; made once for all builds. */
let packed: ReturnType<typeof buildPages> | undefined;
const packedConsole = () => {
  packed ??= buildPages(11);
  return packed;
};

/** The files of the console are embedded as one file, in place of the module that bundles them from the source. */
const withConsole: BunPlugin = {
  name: 'console',
  async setup(builder) {
    // Here, since a build that waits for another one inside a loader never ends.
    const contents = packBundle(await packedConsole());
    builder.onLoad({ filter: /\/http\/pages\/bundle\/load-bundle\.ts$/ }, () => ({
      contents: `import packed from './console.packed' with { type: 'file' };
        import { unpackBundle } from './bundle.ts';
        export const loadBundle = async () => unpackBundle(await Bun.file(packed).bytes());`,
      loader: 'ts',
    }));
    builder.onResolve({ filter: /\/console\.packed$/ }, ({ importer }) => ({
      path: join(dirname(importer), 'console.packed'),
    }));
    builder.onLoad({ filter: /\/console\.packed$/ }, () => ({ contents, loader: 'file' }));
  },
};

/** The document of the API is embedded in place of the module that has none: making it takes a second of a processor. */
const withDocument = (version: string): BunPlugin => ({
  name: 'document',
  async setup(builder) {
    // Most scripts that import this module have no use for the program.
    const [{ MADE_ROOT }, { detachedApp }] = await Promise.all([
      import('../../src/app/made-document.ts'),
      import('../../src/cli/verbs/openapi.ts'),
    ]);
    const text = JSON.stringify(await detachedApp(MADE_ROOT, version).document());
    const contents = Bun.zstdCompressSync(Buffer.from(text), { level: 22 });
    builder.onLoad({ filter: /\/src\/app\/made-document\.ts$/ }, () => ({
      contents: `import packed from './document.packed' with { type: 'file' };
        import { embeddedFile } from '../http/static-content.ts';
        export const MADE_ROOT = ${JSON.stringify(MADE_ROOT)};
        export const madeDocument = async () => Buffer.from(await embeddedFile(packed)).toString();`,
      loader: 'ts',
    }));
    builder.onResolve({ filter: /\/document\.packed$/ }, ({ importer }) => ({
      path: join(dirname(importer), 'document.packed'),
    }));
    builder.onLoad({ filter: /\/document\.packed$/ }, () => ({ contents, loader: 'file' }));
    // What makes it is not needed then: a third of a megabyte with its bytecode.
    builder.onLoad({ filter: /\/src\/(?:http\/openapi\/(?:document|recorded)|sandbox\/demo\/responses)\.ts$/ }, () => ({
      contents: `const none = () => { throw new Error('the build has made the document'); };
        export { none as openApiDocument, none as declaredResponses, none as recordedResponses };
        export const RECORDED_ROOT = '';`,
      loader: 'ts',
    }));
  },
});

/** The code of the program; Elysia uses `file-type` for uploaded forms, which this program reads by itself. */
export const bundle = {
  entrypoints,
  root,
  target: 'bun' as const,
  format: 'esm' as const,
  // Without it, what the code of any verb imports from the runtime is loaded at every start: a tenth of its time.
  splitting: true,
  plugins: [compressed, trimmed, textsAsJson, withoutBytecode, withConsole],
  external: ['file-type'],
};

/** `require('./file')`, also of a parameter that the bundler has renamed: a UMD file passes its own `require` on. */
const RELATIVE_REQUIRE = /\b[\w$]*require[\w$]*\(\s*["'](\.{1,2}\/[^"']+)["']\s*\)/g;

/** The relative files that bundled code loads at run time. The executable has no such file. */
export const relativeRequires = (code: string): string[] =>
  [...code.matchAll(RELATIVE_REQUIRE)].map(([, file = '']) => file);

/**
 * The packages inside the executable. They are known only when the code has been bundled once.
 * @throws Error when the bundle still loads a relative file by `require`
 */
export async function packagesInside(): Promise<BundledPackage[]> {
  const programs = [bundle, examination].map((each) => Bun.build({ ...each, metafile: true }));
  const builds = (await Promise.all([...programs, buildScripts()])).flat();
  for (const { outputs } of builds) {
    const inside = new Set(outputs.map(({ path }) => basename(path)));
    for (const output of outputs.filter(({ kind }) => kind === 'entry-point' || kind === 'chunk')) {
      const left = relativeRequires(await output.text()).filter((file) => !inside.has(basename(file)));
      if (left.length > 0) throw new Error(`the bundle loads ${left.join(', ')} by require, which it does not contain`);
    }
  }
  return bundledPackages(
    builds.map(({ metafile }) => {
      if (metafile === undefined) throw new Error('the build has no metafile');
      return metafile;
    }),
  );
}

/** The licenses as `studiod licenses` reads them: as plain text they and their bytecode would take half a megabyte. */
const packedLicenses = async (): Promise<string> => {
  const text = Buffer.from(JSON.stringify(await packagesInside()));
  return Bun.zstdCompressSync(text, { level: 22 }).toString('base64');
};

/** How an executable is built. */
export interface BuildOptions {
  /** Whether stack traces name the lines of the source. It makes the executable 3 MB larger. */
  readonly hasSourceMap?: boolean;
  /** The version that it says it has; that of the package when absent. */
  readonly version?: string;
}

/**
 * Builds the executable and answers its SHA-256. A failed build keeps the old file.
 * @param target undefined for this machine
 * @throws Error when the runtime of another platform cannot be downloaded in time, or when the build fails
 */
export async function buildExecutable(
  outfile: string,
  target: Target | undefined,
  { hasSourceMap = false, version = manifest.version }: BuildOptions = {},
): Promise<string> {
  if (target !== undefined) await fetchRuntime(target);
  // Paths in the source map are relative to the working directory, and the bytes must not depend on it.
  process.chdir(root);
  // Not for other platforms, where older runtimes crashed on foreign bytecode.
  const hasBytecode = target === undefined || target.replace('-baseline', '') === here;
  await mkdir(dirname(outfile), { recursive: true });
  // Built in a temporary folder and renamed: a running executable can be replaced.
  const scratch = await mkdtemp(join(dirname(outfile), '.build-'));
  try {
    const result = await Bun.build({
      ...bundle,
      plugins: [...bundle.plugins, withDocument(version)],
      // Elysia reads the source of handlers to see what they use, so parameter names must be kept.
      minify: { whitespace: true, syntax: true, identifiers: false },
      sourcemap: hasSourceMap ? 'inline' : 'none',
      // Halves the cold start.
      bytecode: hasBytecode,
      define: {
        BUILD_VERSION: JSON.stringify(version),
        BUILD_COMMIT: JSON.stringify(commit()),
        BUILD_LICENSES: JSON.stringify(await packedLicenses()),
        'process.env.NODE_ENV': '"production"',
      },
      compile: {
        ...(target && { target: `bun-${target}` as const }),
        outfile: join(scratch, basename(outfile)),
        autoloadDotenv: false,
        autoloadBunfig: false,
        jitPolicy: JIT_POLICY,
      },
    });
    for (const log of result.logs) console.error(String(log));
    await rename(join(scratch, basename(outfile)), outfile);
  } finally {
    await rm(scratch, { recursive: true, force: true });
  }
  return new Bun.CryptoHasher('sha256').update(await Bun.file(outfile).arrayBuffer()).digest('hex');
}
