import { openInMemory } from '../../../src/database/data-directory.ts';
import { createSeal, temporaryKey } from '../../../src/database/seal.ts';
import { Store } from '../../../src/database/store.ts';
import { createIds } from '../../../src/kernel/ids.ts';
import { systemRandom } from '../../../src/kernel/random.ts';
import { Timeline } from '../../../src/kernel/timer.ts';
import { createSandboxProcessor } from '../../../src/payments-processor/sandbox/processor.ts';
import { saveDemoCards } from '../../../src/sandbox/demo/card.ts';
import { noteSignIns } from '../../../src/sandbox/demo/credentials.ts';
import { SANDBOX_PLACE } from '../../../src/sandbox/demo/setup.ts';
import { createDemoStudio } from '../../../src/sandbox/demo/studio.ts';
import { planOf } from '../../../src/sandbox/demo/today/plan.ts';

type Row = Record<string, unknown>;

const random = systemRandom();

/** The demo studio of a sandbox with cards, as it is before the server listens, and what its tables have. */
export const openDemo = async (startAt: string, zone = SANDBOX_PLACE.zone) => {
  const now = Date.parse(startAt);
  const time = new Timeline(now);
  const store = new Store(openInMemory('test', random).db, time, createIds(time, random));
  const seal = createSeal(temporaryKey(random), random);
  await createDemoStudio(store, { ...SANDBOX_PLACE, zone });
  await saveDemoCards(store, createSandboxProcessor(store, random, seal, 'signature'));
  await store.write(noteSignIns);
  const all = <Found extends object = Row>(statement: string, ...values: string[]) =>
    store.db.query<Found, string[]>(statement).all(...values);
  const at = (instant: number) => new Date(instant).toISOString();
  return { store, secrets: { seal, random }, all, at, now, zone, plan: planOf(now, zone) };
};

export type OpenedDemo = Awaited<ReturnType<typeof openDemo>>;
