import { expect, test } from 'bun:test';
import { bytecodeOrder } from '../../scripts/releasing/executable.ts';
import { CATCHING_UP, functionsIn, functionsUsed } from '../helpers/bytecode-order.ts';

/** The largest part of the functions of an idle server that the file may not name. With 0.03 an idle server had 1 MB more. */
const UNNAMED = 0.05;

// Only an executable has bytecode.
test.skipIf(process.env.STUDIOD_EXECUTABLE === undefined)(
  'the executable is laid out by the functions that an idle server uses',
  async () => {
    // The jobs of a minute may run meanwhile; the file names their functions too.
    const used = await functionsUsed('serve', () => Bun.sleep(CATCHING_UP));
    expect(used.length).toBeGreaterThan(500);
    const named = new Set(functionsIn(bytecodeOrder));
    const unnamed = used.filter((name) => !named.has(name)).length / used.length;
    // If this fails: bun scripts/bytecode-order.ts
    expect(unnamed).toBeLessThan(UNNAMED);
  },
);
