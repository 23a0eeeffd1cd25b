import { expect, test } from 'bun:test';
import type { BunPlugin } from 'bun';
import { bundle } from '../scripts/releasing/executable.ts';

/** What a server may load of the runtime before it is ready. Each of the others takes 1 to 10 ms of every start. */
const RUNTIME = ['async_hooks', 'buffer', 'bun:sqlite', 'fs', 'fs/promises', 'os', 'path'];

/** An optional import of a library, and a macro: the bundler has run it. */
const NOT_LOADED = ['file-type', './migration-texts.ts'];

/** What is loaded with its first use. */
const LATER =
  /node_modules\/(?:@block65|@elysiajs\/openapi|croner|@fastify\/busboy|@tus|debug|jose|markdown-it|mediabunny|rrule-temporal|srvx|stripe)\/|http\/docs\/|src\/pages\/(?!(?:book\/)?paths\.ts)|resources\/imports\/importers\/|sandbox\/device\/|cli\/verbs\/(?!serve\.ts)/;

/** In place of the files of the console, whose compression would take most of the time: a server reads them later. */
const withoutConsole: BunPlugin = {
  name: 'console',
  setup(builder) {
    builder.onLoad({ filter: /\/http\/pages\/bundle\/load-bundle\.ts$/ }, () => ({
      contents: `import { unpackBundle } from './bundle.ts';
        export const loadBundle = async () => unpackBundle(new Uint8Array());`,
      loader: 'ts',
    }));
  },
};

test('a server loads no more than it needs before it is ready, and to warn at its start', async () => {
  const plugins = bundle.plugins.map((plugin) => (plugin.name === withoutConsole.name ? withoutConsole : plugin));
  const { metafile } = await Bun.build({ ...bundle, plugins, metafile: true });
  if (metafile === undefined) throw new Error('the build has no metafile');
  const { inputs, outputs } = metafile;
  const chunkWith = (file: string) =>
    Object.keys(outputs).find((path) => Object.keys(outputs[path]?.inputs ?? {}).includes(file)) ?? '';
  const loaded = new Set<string>();
  const load = (path: string): void => {
    if (loaded.has(path) || outputs[path] === undefined) return;
    loaded.add(path);
    for (const each of outputs[path].imports) if (each.kind === 'import-statement') load(each.path);
  };
  for (const file of ['src/main.ts', 'src/cli/verbs/serve.ts', 'src/cli/doctor/at-start.ts']) load(chunkWith(file));
  const files = [...loaded].flatMap((path) => Object.keys(outputs[path]?.inputs ?? {}));
  const ofRuntime = files.flatMap((file) =>
    (inputs[file]?.imports ?? []).filter(
      ({ external, kind, path }) =>
        external === true && kind !== 'dynamic-import' && outputs[path] === undefined && !NOT_LOADED.includes(path),
    ),
  );
  expect(files).toContain('src/app.ts');
  expect(files.filter((file) => LATER.test(file))).toEqual([]);
  expect([...new Set(ofRuntime.map(({ path }) => path))].sort()).toEqual(RUNTIME);
});

/** Prints how many fields have made their schemas and how many columns were made, once the code of a server is loaded. */
const COUNT_MADE = `
  import { Column } from 'drizzle-orm';
  import { Field } from './src/records/fields.ts';
  const { get } = Object.getOwnPropertyDescriptor(Field.prototype, 'definition');
  let schemas = 0;
  Object.defineProperty(Field.prototype, 'definition', { get() { schemas += 1; return get.call(this); } });
  let columns = 0;
  // The constructor of a column sets its table.
  const set = function (value) { columns += 1; Object.defineProperty(this, 'table', { value, writable: true }); };
  Object.defineProperty(Column.prototype, 'table', { set });
  await import('./src/cli/verbs/serve.ts');
  const atStart = [schemas, columns];
  const { Client } = await import('./src/resources/clients/record.ts');
  const { refunds } = await import('./src/resources/payments/tables.ts');
  const used = [Object.keys(Client.schema.properties), Client.table.email, refunds.amount];
  console.log(JSON.stringify([...atStart, used.length, schemas > 0, columns > 40]));
`;

test('the schemas of records and the columns of tables are made with their first use', async () => {
  const process = Bun.spawn([Bun.argv[0] ?? 'bun', '-e', COUNT_MADE], { cwd: bundle.root, stderr: 'inherit' });
  expect(JSON.parse(await process.stdout.text())).toEqual([0, 0, 3, true, true]);
});
