import { randomBytes } from 'node:crypto';
import { createSeal } from '../../src/database/seal.ts';
import { openPipeline } from './set-up.ts';

/** Opens the database of the first argument, raises as many events as the second says, and sends until it is killed. */
const [path = '', count = '0', urls = ''] = process.argv.slice(2);
const seal = createSeal(Buffer.alloc(32, 7), { bytes: (size) => new Uint8Array(randomBytes(size)), fraction: () => 0 });
const pipeline = await openPipeline({ path, seal, startAt: null });
for (const url of urls === '' ? [] : urls.split(',')) await pipeline.addEndpoint(url);
for (let raised = 0; raised < Number(count); raised += 10) {
  const ids = await pipeline.raise(10);
  // Each line is about events that are committed: these must not be lost.
  process.stdout.write(`${ids.join('\n')}\n`);
}
await pipeline.webhooks.idle();
process.stdout.write('idle\n');
setInterval(() => {}, 1_000);
