// Records what the demo studio answers to the example of every operation, and the common errors, for the OpenAPI
// document. Run it when a response has changed, and then `bun scripts/golden.ts`.
import { recordResponses } from './recording/record.ts';

await Bun.write(new URL('../src/sandbox/demo/responses.ndjson', import.meta.url), await recordResponses());
