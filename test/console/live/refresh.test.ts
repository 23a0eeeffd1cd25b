// What is read again after a change, whoever makes it: one table for actions and for the stream of changes.
import { expect, test } from 'bun:test';
import { QueryClient } from '@tanstack/react-query';
import { type Changed, PREVIEW, refreshIn, SHOWN, shownAfter } from '../../../src/console/live/refresh.ts';
import { eventTypes } from '../../../src/events/catalogue.ts';
import { sources } from '../../helpers/sources.ts';

test('an act by hand reads again what its event in the stream does', async () => {
  const queries = new QueryClient();
  for (const word of Object.values(SHOWN).flat()) queries.setQueryData([word, 'id'], {});
  const outdated = (): string[] =>
    queries
      .getQueryCache()
      .getAll()
      .flatMap(({ queryKey: [word], state }) => (state.isInvalidated ? [String(word)] : []))
      .toSorted();
  for (const kind of Object.keys(SHOWN) as Changed[]) {
    for (const query of queries.getQueryCache().getAll()) query.setState({ isInvalidated: false });
    await refreshIn(queries, kind);
    expect(outdated()).toEqual([...shownAfter(`${kind}.updated`)].toSorted());
  }
});

test('only events that the console does not show are in no row of the table', () => {
  // What an import wrote is told by its job; the rest is the members'.
  expect(eventTypes.filter((type) => shownAfter(type).length === 0)).toEqual([
    'metric.recorded',
    'metric.personal_best',
    'import.completed',
    'video.completed',
    'streak.extended',
    'streak.broken',
    'milestone.reached',
    'ping',
  ]);
});

test('what an act would do is not asked again once it is done', async () => {
  const queries = new QueryClient();
  const ask = (queryKey: string[], meta = {}) => queries.prefetchQuery({ queryKey, meta, queryFn: () => true });
  await ask(['session', 'one']);
  await ask(['session', 'cancel-preview', 'one'], PREVIEW);
  await refreshIn(queries, 'session');
  const isOutdated = (...key: string[]) => queries.getQueryState(key)?.isInvalidated;
  expect([isOutdated('session', 'one'), isOutdated('session', 'cancel-preview', 'one')]).toEqual([true, false]);
});

test('each query that asks what an act would do says so', () => {
  const silent = sources('src/console/**/*.{ts,tsx}').flatMap(({ path, code }) =>
    [
      ...code.matchAll(/queryKey: \[[^\n]*\],\n(?<next>[^\n]*)(?:\n(?!.*queryKey:)[^\n]*){0,8}?\n[^\n]*dry_run: true/g),
    ].flatMap(({ groups }) => (groups?.next?.includes('meta: PREVIEW') ? [] : [path])),
  );
  expect(silent).toEqual([]);
});

test('nothing else decides what is read again', () => {
  const elsewhere = sources('src/console/**/*.{ts,tsx}').flatMap(({ path, code }) =>
    code.includes('invalidateQueries') ? [path] : [],
  );
  // The end of a session shows itself below everything else, and so does another person who signs in.
  expect(elsewhere).toEqual([
    'src/console/api/queries.ts',
    'src/console/live/refresh.ts',
    'src/console/session/session.ts',
    'src/console/shell/live.ts',
  ]);
});

test('what shows a kind is the first word of a query', () => {
  const files = sources('src/console/**/*.{ts,tsx}').map(({ code }) => code);
  const constants = new Map(
    files.flatMap((code) =>
      Array.from(code.matchAll(/const (\w+) = '([\w-]+)'/g), ([, name = '', word = '']): [string, string] => [
        name,
        word,
      ]),
    ),
  );
  const words = files.flatMap((code) =>
    Array.from(
      code.matchAll(/(?:queryKey: |QueryKey = |ME = )\[(?:'([\w-]+)'|(\w+))/g),
      ([, word, name = '']) => word ?? constants.get(name),
    ),
  );
  expect(
    Object.values(SHOWN)
      .flat()
      .filter((word) => !words.includes(word)),
  ).toEqual([]);
});
