import { expect, test } from 'bun:test';
import { reactions } from '../../../src/api.ts';
import { closeAbandoned } from '../../../src/resources/video/close.ts';
import { VideoSession } from '../../../src/resources/video/record.ts';
import { heartbeat } from '../../../src/resources/video/watching/watch.ts';
import { addEntry } from '../../helpers/content.ts';
import { addMedia, openContentStudio } from '../../helpers/content-members.ts';
import { isCostly, queryPlans } from '../../helpers/query-plans.ts';
import { countExecutions } from '../../helpers/statements.ts';

test('every statement about sessions seeks in an index, and no list sorts', async () => {
  const studio = await openContentStudio();
  const member = await studio.member();
  const { id: entryId } = await addEntry(studio);
  const contentMediaId = await addMedia(studio, { entryId });
  await member.post('/video/sessions', { contentMediaId });
  let id = '';
  const fresh = await openContentStudio({ file: studio.db.serialize(), startAt: studio.time.now() });
  const { headers } = await fresh.signIn(member.id);
  const send = (method: string, path: string, body?: object) =>
    fresh.send(method, `/v2/member/video${path}`, body, headers);
  const requests: readonly [string, () => Promise<unknown>, RegExp][] = [
    [
      'start',
      async () => {
        ({ id } = (await send('POST', '/sessions', { contentMediaId })).body);
      },
      /videoSessionsOpen \(clientId=\? AND contentMediaId=\?/,
    ],
    [
      'heartbeat',
      () => send('PUT', `/sessions/${id}/heartbeat`, { positionSeconds: 1, state: 'playing' }),
      /videoSessions USING INDEX sqlite_autoindex_videoSessions_1 \(id=\?\)/,
    ],
    [
      'resume',
      () => send('GET', `/resume/${contentMediaId}`),
      /videoSessionsOfMedia \(clientId=\? AND contentMediaId=\?\)/,
    ],
    ['history', () => send('GET', `/history?starting_after=${id}`), /videoSessionsNewest \(clientId=\? AND id<\?\)/],
    [
      'completed',
      () => send('GET', `/history?completed=true&starting_after=${id}`),
      /videoSessionsNewestCompleted \(clientId=\? AND <expr>=\? AND id<\?\)/,
    ],
  ];
  for (const [what, request, expected] of requests) {
    const plans = await queryPlans(fresh, request);
    const steps = plans
      .filter(({ sql }) => /videoSessions|videoViews|videoWatchers/.test(sql))
      .flatMap((each) => each.steps);
    expect({ what, costly: steps.filter(isCostly) }).toEqual({ what, costly: [] });
    expect({ what, steps, isFound: steps.some((step) => expected.test(step)) }).toMatchObject({ what, isFound: true });
  }
});

test('the job reads open sessions only', async () => {
  const studio = await openContentStudio();
  const plans = await queryPlans(studio, () => closeAbandoned(studio.store));
  expect(plans.flatMap(({ steps }) => steps)).toEqual(['SCAN videoSessions USING INDEX videoSessionsOpen']);
});

test('a heartbeat takes few statements, however much was seen before', async () => {
  const studio = await openContentStudio();
  const member = await studio.member();
  const { id: entryId } = await addEntry(studio);
  const contentMediaId = await addMedia(studio, { entryId, durationSeconds: 7_200 });
  const { body: session } = await member.post('/video/sessions', { contentMediaId });
  const seen = Array.from({ length: 400 }, (_, edge) => edge * 1_000).join(' ');
  studio.db.query('update videoViews set seen = ?').run(seen);
  const { store, db, time } = await openContentStudio({ file: studio.db.serialize(), startAt: studio.time.now() });
  const count = countExecutions(db);
  const beat = async (positionSeconds: number) => {
    await time.moveTo(time.now() + 15_000);
    return store.write((tx) => {
      const before = count.executed;
      const found = VideoSession.find(tx, { siteIds: null }, session.id);
      const row = heartbeat(tx, found, { positionSeconds, state: 'playing' }, reactions);
      return { watched: row.watchedSeconds, statements: count.executed - before };
    });
  };
  // The first one of a day also looks when the day ends.
  expect(await beat(15)).toEqual({ watched: 15, statements: 10 });
  // The session; what was seen; the time that was credited; the status of the entry. Each is read and written. And a seek for its children.
  expect(await beat(30)).toEqual({ watched: 30, statements: 9 });
});

test('deleting an upload looks for its sessions and views by an index', async () => {
  const { db } = await openContentStudio();
  const steps = db.query<{ detail: string }, []>('explain query plan delete from contentMedia where id = ?').all();
  const reading = steps.map(({ detail }) => detail).filter((step) => /video(?:Sessions|Views)/.test(step));
  expect(reading.toSorted()).toEqual([
    'SEARCH videoSessions USING COVERING INDEX videoSessionsByMedia (contentMediaId=?)',
    'SEARCH videoViews USING INDEX videoViewsByMedia (contentMediaId=?)',
  ]);
});
