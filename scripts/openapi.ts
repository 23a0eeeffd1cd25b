// Writes the golden OpenAPI document of the current dated version, or with --check compares it: a change of the
// contract must be a visible change of that file.

import { openApiDocument } from '../src/cli/openapi.ts';
import { API_VERSION } from '../src/events/envelope.ts';

const golden = new URL(`../test/golden/openapi-${API_VERSION}.json`, import.meta.url);
const written = `${JSON.stringify(openApiDocument(), null, 2)}\n`;

if (!process.argv.includes('--check')) {
  await Bun.write(golden, written);
} else if (
  (await Bun.file(golden)
    .text()
    .catch(() => '')) !== written
) {
  console.error('The OpenAPI document differs from its golden file. If the change is meant: bun run openapi');
  process.exit(1);
}
