// Takes descriptors and starts threads, under the limit that descriptors.test.ts sets. Prints what happens.
import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { isOutOfDescriptors, startThread } from '../../src/database/descriptors.ts';

/** Takes all descriptors but `free`. */
const take = (free: number): number[] => {
  const taken: number[] = [];
  try {
    for (;;) taken.push(openSync(devNull, 'r'));
  } catch (error) {
    if (!isOutOfDescriptors(error)) throw error;
  }
  for (const descriptor of taken.splice(taken.length - free)) closeSync(descriptor);
  return taken;
};

// Its program is in memory: reading a file would need a descriptor too.
const answering = URL.createObjectURL(new Blob(['self.onmessage = () => self.postMessage("here")']));

/** Starts a thread and takes every descriptor that is left at once, as a burst of connections would. */
const start = (): Promise<string> => {
  const worker = startThread(answering);
  const taken = take(0);
  return new Promise((resolve) => {
    worker.onmessage = () => {
      for (const descriptor of taken) closeSync(descriptor);
      resolve('started');
    };
    worker.postMessage('answer');
  });
};

for (const free of [0, 8, 40]) {
  const taken = take(free);
  try {
    console.log(free, await start());
  } catch (error) {
    console.log(free, isOutOfDescriptors(error) ? 'refused' : error);
  }
  for (const descriptor of taken) closeSync(descriptor);
}
process.exit(0);
