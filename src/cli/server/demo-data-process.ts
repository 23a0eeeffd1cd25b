import { requireDescriptors } from '../../database/descriptors.ts';
import { isoInstant, setRealTimeout } from '../../kernel/clock.ts';
import { machineZones } from '../../kernel/zones/time-zones.ts';
import type { DemoData } from '../../resources/sign-in/setup/ports.ts';
import { thisProgram } from '../release.ts';

export const DEMO_DATA_VERB = 'make-demo-data';

/** A process that has not ended after this time (real ms) never will. */
const PATIENCE_MS = 120_000;

/**
 * Makes demo data in a process of its own: the rules of all families run there for the first time, which takes seconds.
 * @param mediaDirectory where the files of the demo data go.
 */
export const demoDataProcess =
  (mediaDirectory: string): DemoData['make'] =>
  async ({ now, zone, currency }) => {
    requireDescriptors();
    const words = [...thisProgram, DEMO_DATA_VERB, isoInstant(now), zone, currency, mediaDirectory];
    const child = Bun.spawn(words, {
      env: { STUDIOD_ZONEINFO: machineZones() },
      stdin: 'ignore',
      stdout: 'pipe',
      stderr: 'pipe',
    });
    const cancel = setRealTimeout(PATIENCE_MS, () => child.kill('SIGKILL'));
    try {
      const [made, said, code] = await Promise.all([child.stdout.text(), child.stderr.text(), child.exited]);
      if (code === 0) return made;
      throw new Error(`the process that creates demo data ended with ${child.signalCode ?? code}: ${said.trim()}`);
    } finally {
      cancel();
    }
  };
