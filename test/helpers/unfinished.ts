import { expect, spyOn } from 'bun:test';
import { currentOrigin } from '../../src/kernel/origin.ts';
import type { Studio } from './api.ts';
import { until } from './process.ts';

/** Whether a part of a long change of a kind is left. */
export const isLeft = ({ db }: Studio, kind: string): boolean =>
  db.query('select 1 from unfinishedChanges where kind = ?').get(kind) !== null;

/**
 * Begins a long change, and sends `requests` while a part of it is left: the change waits until each has queued its write.
 * @returns their responses.
 */
export const whileLeft = async <T>(
  studio: Studio,
  kind: string,
  begin: () => Promise<unknown>,
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> => {
  const { store } = studio;
  const goOn = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  const write = store.write.bind(store);
  /** The requests that have queued a write; the first one begins the change, whose parts run for it. */
  const writing = new Set<string>();
  const writes = spyOn(store, 'write').mockImplementation((work) => {
    const id = currentOrigin()?.requestId;
    if (id != null) writing.add(id);
    return write(work);
  });
  let isHeld = false;
  store.onCommit(() => {
    if (isHeld || !isLeft(studio, kind)) return;
    isHeld = true;
    void store.exclusive(() => {
      held.resolve();
      return goOn.promise;
    });
  });
  const begun = begin();
  await held.promise;
  const answers = requests.map((send) => send());
  await until(() => writing.size === 1 + requests.length);
  writes.mockRestore();
  expect(isLeft(studio, kind)).toBe(true);
  goOn.resolve();
  await begun;
  return Promise.all(answers);
};

/** Copies the database at the first commit that leaves a part of a long change. Returns how to get the copy. */
export const copyWhileLeft = (studio: Studio, kind: string): (() => Uint8Array) => {
  let file: Uint8Array | undefined;
  studio.store.onCommit(() => {
    if (file === undefined && isLeft(studio, kind)) file = studio.db.serialize();
  });
  return () => {
    if (file === undefined) throw new Error(`no commit has left a part of a change of the kind '${kind}'`);
    return file;
  };
};
