import { beforeEach, describe, expect, test } from 'bun:test';
import { forEachTest, MAIN_SITE } from '../../../helpers/api.ts';
import { addInstructor, openYoga } from '../../../helpers/yoga.ts';

let [ann, bob, cai] = ['', '', ''];
const yoga = forEachTest(openYoga);
beforeEach(async () => {
  ann = await addInstructor(yoga.studio, 'Ann');
  bob = await addInstructor(yoga.studio, 'Bob');
  cai = await addInstructor(yoga.studio, 'Cai');
  await yoga.studio.given(yoga.patch({ instructorId: ann }));
});

/** The events about instructors since the last call: session, instructor, previous one, whether a substitute. */
const changes = () =>
  yoga.studio
    .eventsInFull()
    .filter(({ type }) => type === 'session.instructor_changed')
    .map(({ data }) => [data.sessionId, data.instructorId, data.previousInstructorId, data.isSubstitute]);

describe('a schedule with another instructor', () => {
  test('raises session.instructor_changed for each session, beside session.updated', async () => {
    await yoga.patch({ instructorId: bob });
    const events = yoga.studio.eventsInFull();
    const pair = ['session.updated', 'session.instructor_changed'];
    expect(events.map(({ type }) => type)).toEqual([...pair, ...pair, ...pair, ...pair, 'schedule.updated']);
    const [session] = yoga.sessions();
    expect(events[1]?.data).toEqual({
      sessionId: session?.id,
      siteId: MAIN_SITE,
      instructorId: bob,
      previousInstructorId: ann,
      isSubstitute: false,
    });
  });

  test('raises it for one date with another instructor, as a substitute, and when that ends', async () => {
    const [, second] = yoga.sessions();
    const exceptions = [{ date: second?.occurrenceKey.slice(0, 10), action: 'modify', instructorId: bob }];
    await yoga.patch({ exceptions });
    expect(changes()).toEqual([[second?.id, bob, ann, true]]);
    await yoga.patch({ exceptions: [] });
    expect(changes()).toEqual([[second?.id, ann, bob, false]]);
  });

  test('raises it for a session that gets a substitute back into line, and not for one that is edited', async () => {
    const [first] = yoga.sessions();
    await yoga.studio.given(yoga.studio.post(`/manage/sessions/${first?.id}/substitute`, { instructorId: cai }));
    await yoga.patch({ instructorId: bob });
    expect(changes().map(([id]) => id)).toEqual(
      yoga
        .sessions()
        .slice(1)
        .map(({ id }) => id),
    );
    await yoga.patch({ name: 'Slow', overwriteModified: true });
    expect(changes()).toEqual([[first?.id, bob, cai, false]]);
  });

  test('raises none when the instructor stays', async () => {
    await yoga.patch({ name: 'Slow', instructorId: ann });
    expect(yoga.studio.events()).toEqual([...Array(4).fill('session.updated'), 'schedule.updated']);
  });
});
