// Of an entry that is locked for a member, a search finds only what the member may read: not the body.
import { beforeAll, describe, expect, test } from 'bun:test';
import { SORTS } from '../../../src/resources/content/entries/catalogue.ts';
import type { ApiResponse } from '../../helpers/api.ts';
import { forAllTests } from '../../helpers/api.ts';
import { ACCEPT, addChallenge } from '../../helpers/challenges.ts';
import { addEntry, addTag } from '../../helpers/content.ts';
import { type ContentMember, openContentStudio } from '../../helpers/content-members.ts';
import { createPlan, sellPackage, UNKNOWN } from '../../helpers/sales.ts';
import { choicesOf } from '../../helpers/seeded.ts';

let planId: string;
let challengeId: string;
const studio = forAllTests(openContentStudio);
const lapsed = forAllTests(() => studio.member());
const active = forAllTests(() => studio.member());
beforeAll(async () => {
  ({ planId } = await sellPackage(studio, active.id));
  challengeId = await addChallenge(studio);
  expect((await active.post(`/challenges/${challengeId}/enroll`, ACCEPT)).status).toBe(201);
});

const idsIn = ({ status, body }: ApiResponse): string[] => {
  expect({ status, body }).toMatchObject({ status: 200 });
  return body.data.map(({ id }: { id: string }) => id);
};

/** What a search finds by each way to ask, in no order: without a sort all are the same search. */
const waysOf = async (get: (path: string) => Promise<ApiResponse>, q: string): Promise<string[][]> => {
  const search = encodeURIComponent(q);
  const paths = [`/search?q=${search}`, `/entries?search=${search}`];
  for (const sort of SORTS) paths.push(`/entries?search=${search}&sort=${sort}`);
  const all = [];
  for (const path of paths) all.push(idsIn(await get(`${path}&limit=100`)).sort());
  return all;
};

/** What a member finds, the same by each way to ask; the studio finds `all` by each way. */
const found = async (member: ContentMember, q: string): Promise<string[]> => {
  const ways = await waysOf(member.content, q);
  expect(new Set(ways.map(String)).size).toBe(1);
  // The studio acts for the member, who then sees the same.
  const acting = await studio.get(`/v2/content/search?q=${encodeURIComponent(q)}&limit=100`, {
    'x-client-id': member.id,
  });
  expect(idsIn(acting).sort()).toEqual(ways[0] ?? []);
  return ways[0] ?? [];
};

const business = async (q: string) =>
  (await waysOf((path) => studio.get(`/v2/content${path}`), q)).map((ids) => ids.length);

describe('an entry that needs a package or a challenge', () => {
  const cases = {
    'any package': () => ({ access: 'package' }),
    'a package of the plan': () => ({ access: 'package', accessPlanIds: [UNKNOWN, planId].slice(1) }),
    'any challenge': () => ({ access: 'challenge' }),
    'the challenge': () => ({ access: 'challenge', accessChallengeIds: [challengeId] }),
  };
  for (const [name, access] of Object.entries(cases)) {
    test(`${name}: its body is found only by who may open it, by whole words and beginnings`, async () => {
      const word = `b${crypto.randomUUID().replaceAll('-', '')}`;
      const tag = await addTag(studio, { name: `T${word}` });
      const fields = { title: `Title ${name}`, summary: `S${word}`, tagIds: [tag.id], body: `Secret ${word} text` };
      const { id } = await addEntry(studio, { ...fields, ...access() });
      for (const q of [word, word.slice(0, 6), `secret ${word}`, `title ${word}`, `s${word} ${word}`]) {
        expect([q, await found(lapsed, q)]).toEqual([q, []]);
        expect([q, await found(active, q)]).toEqual([q, [id]]);
        expect(await business(q)).toEqual(Array(6).fill(1));
      }
      for (const q of [`s${word}`, `title s${word}`, `t${word}`]) expect(await found(lapsed, q)).toEqual([id]);
      const [shown] = (await lapsed.content(`/search?q=s${word}`)).body.data;
      expect(shown).toMatchObject({ isLocked: true, body: null, score: 3 });
      expect(shown.highlights.map(({ field }: { field: string }) => field)).toEqual(['summary']);
    });
  }

  test('with a package of another plan it stays locked; what is opened to all is found by all', async () => {
    const other = await createPlan(studio);
    const { id } = await addEntry(studio, { body: 'quokka', access: 'package', accessPlanIds: [other] });
    expect(await found(active, 'quok')).toEqual([]);
    for (const access of ['public', 'members']) {
      await studio.patch(`/manage/content/entries/${id}`, { access });
      expect([await found(active, 'quok'), await found(lapsed, 'quok')]).toEqual([[id], [id]]);
    }
    await studio.patch(`/manage/content/entries/${id}`, { access: 'package', accessPlanIds: [planId] });
    expect([await found(active, 'quok'), await found(lapsed, 'quok')]).toEqual([[id], []]);
  });

  test('400 cursor_invalid for its id as a cursor, whether or not its body has the words', async () => {
    const { id } = await addEntry(studio, { body: 'wombat', access: 'package' });
    for (const q of ['wombat', 'nothing']) {
      for (const cursor of ['starting_after', 'ending_before']) {
        const response = await lapsed.content(`/search?q=${q}&${cursor}=${id}`);
        expect([response.status, response.body.error.code]).toEqual([400, 'cursor_invalid']);
      }
    }
    expect((await active.content(`/search?q=wombat&starting_after=${id}`)).body.data).toEqual([]);
  });
});

describe('a child of a program that waits for its day', () => {
  test('its body is found from its day on; the cursor tells nothing before', async () => {
    const member = await studio.member();
    const fields = { title: 'Second day', body: 'numbat' };
    const { id } = await addEntry(studio, fields);
    expect(await found(member, 'numb')).toEqual([id]);
    const children = [{ entryId: id, dayNumber: 2 }];
    const program = await addEntry(studio, { type: 'program', title: 'Drip', unlocksInOrder: true, children });
    expect(await found(member, 'numb')).toEqual([]);
    expect(await found(member, 'second day')).toEqual([id]);
    expect((await member.content(`/search?q=numb&starting_after=${id}`)).body.error.code).toBe('cursor_invalid');
    expect(await business('numb')).toEqual(Array(6).fill(1));
    const free = await addEntry(studio, { type: 'program', title: 'Free', children: [{ entryId: id }] });
    expect(await found(member, 'numb')).toEqual([id]);
    await studio.delete(`/manage/content/entries/${free.id}`);
    expect(await found(member, 'numb')).toEqual([]);
    studio.db
      .query(
        `insert into contentStatuses (clientId, contentEntryId, status, progressPercent, positionSeconds, startedAt,
           lastViewedAt, completionCount, createdAt, updatedAt) values (?1, ?2, 'in_progress', 0, 0, ?3, ?3, 0, ?3, ?3)`,
      )
      .run(member.id, program.id, '2026-03-01T08:00:00.000Z');
    expect(await found(member, 'numb')).toEqual([id]);
    expect(await found(lapsed, 'numb')).toEqual([]);
  });
});

test('random entries, programs and packages: exactly what is not locked is found, in order and page after page', async () => {
  const random = choicesOf(7);
  const entries: string[] = [];
  for (let number = 0; number < 40; number += 1) {
    const access = random.of(['public', 'members', 'package', 'package', 'challenge']);
    const listed = random.once(2) ? {} : access === 'package' ? { accessPlanIds: [planId] } : {};
    const fields = { title: `Random ${random.below(1000)}`, position: random.below(9), body: 'bilby', access };
    entries.push((await addEntry(studio, { ...fields, ...listed })).id);
  }
  for (let number = 0; number < 6; number += 1) {
    const ids = new Set(Array.from({ length: 12 }, () => random.of(entries)));
    const days = () => (random.once(3) ? {} : { dayNumber: 1 + random.below(3) });
    const children = [...ids].map((entryId) => ({ entryId, ...days() }));
    await addEntry(studio, { type: 'program', title: 'Random', unlocksInOrder: !random.once(4), children });
  }
  const isOwn = new Set(entries);
  for (const member of [lapsed, active]) {
    let locked = 0;
    for (const sort of SORTS) {
      const { body } = await member.content(`/entries?sort=${sort}&limit=100`);
      const own = body.data.filter(({ id }: { id: string }) => isOwn.has(id));
      locked = own.filter(({ isLocked }: { isLocked: boolean }) => isLocked).length;
      const open = own.filter(({ isLocked }: { isLocked: boolean }) => !isLocked).map(({ id }: { id: string }) => id);
      expect(idsIn(await member.content(`/entries?search=bilby&sort=${sort}&limit=100`))).toEqual(open);
      if (sort !== 'newest') continue;
      const paged: string[] = [];
      for (let next = ''; ; next = `&starting_after=${paged.at(-1)}`) {
        const page = await member.content(`/search?q=bilby&limit=3${next}`);
        paged.push(...idsIn(page));
        if (!page.body.hasMore) break;
      }
      expect(paged).toHaveLength(open.length);
      expect([...paged].sort()).toEqual([...open].sort());
    }
    expect([locked > 0, locked < entries.length]).toEqual([true, true]);
  }
});
