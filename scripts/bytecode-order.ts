// Records the functions that a server uses, for the layout of the executable: bun scripts/bytecode-order.ts
// Run it when test/appliance/bytecode-order.test.ts says that the file is too old, and after an update of the runtime.
import { join } from 'node:path';
import { buildExecutable, bytecodeOrder } from './releasing/executable.ts';

const executable = join(import.meta.dir, '../dist/studiod');
await buildExecutable(executable, undefined);
// The helpers read it when they are loaded.
process.env.STUDIOD_EXECUTABLE = executable;
const { CATCHING_UP, functionsUsed, minutePassed, sendFrequentRequests } = await import(
  '../test/helpers/bytecode-order.ts'
);

const idle = await functionsUsed('serve', async ({ ready }) => {
  await minutePassed();
  await fetch(`${ready.rootUrl}/v2/health`);
});
const requested = await functionsUsed('sandbox', async (server) => {
  await sendFrequentRequests(server);
  await Bun.sleep(CATCHING_UP);
});
const known = new Set(idle);
const lines = ['v2', ...idle, ...requested.filter((name) => !known.has(name))];
await Bun.write(bytecodeOrder, `${lines.join('\n')}\n`);
console.log(`${bytecodeOrder}: ${idle.length} functions of an idle server, ${lines.length - 1} in all`);
