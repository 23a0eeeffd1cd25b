// Writes the types of the API for the console and the members' pages from the committed OpenAPI document: bun scripts/api-types.ts
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dir, '..');
const document = join(root, 'test/golden/openapi-2026-01-10.json');
const types = join(root, 'src/console/api/schema.d.ts');
const tool = join(root, 'scripts/api-types/node_modules/.bin/openapi-typescript');

// A field that has a default is optional in requests.
const options = ['--default-non-nullable=false'];
const first = `// With ${options.join(' ')} of the document ${Bun.hash(await Bun.file(document).bytes()).toString(36)}\n`;
const isCurrent = existsSync(types) && (await Bun.file(types).slice(0, first.length).text()) === first;
if (!isCurrent) {
  const { stdout, stderr, success } = Bun.spawnSync([
    process.execPath,
    tool,
    document,
    '--default-non-nullable',
    'false',
  ]);
  if (!success) {
    console.error(stderr.toString());
    process.exit(1);
  }
  await Bun.write(types, first + stdout.toString());
}
