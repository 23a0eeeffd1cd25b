import { beforeAll, describe, expect, test } from 'bun:test';
import { validatorFor } from '../../src/http/validation.ts';
import { type MadeUpStore, openMadeUpStore } from '../helpers/made-up-store.ts';
import { choicesOf } from '../helpers/seeded.ts';
import { type CreateBody, EVERYTHING, Everything, GIVEN, type PatchBody, type Row } from './everything.ts';
import { createBody, patchBody } from './random-bodies.ts';

const ROUNDS = 300;

let made: MadeUpStore;
beforeAll(() => {
  made = openMadeUpStore(EVERYTHING);
});

const find = (id: string): Row => Everything.find(made.store.view(), { siteIds: null }, id);
const create = async (body: CreateBody): Promise<Row> => {
  const id = await made.store.write((tx) => {
    const row = Everything.make(tx, body, GIVEN);
    Everything.rows.insert(tx, row);
    return row.id;
  });
  return find(id);
};
const viewOf = (row: Row) => Everything.view({ ...row, regionName: 'North' });

type Sent = Readonly<Record<string, unknown>>;
const listIn = (text: string | null): Sent[] => (text === null ? [] : JSON.parse(text));
const objectIn = (text: string | null): Sent | null => (text === null ? null : JSON.parse(text));
const flagOf = (column: number | null): boolean | null => (column === null ? null : column === 1);

/** The view as one would write it by hand. */
const byHand = (row: Row): Sent => ({
  ...{ id: row.id, object: 'made_thing', createdAt: row.createdAt, updatedAt: row.updatedAt },
  ...{ title: row.title, about: row.about, code: row.code, opensOn: row.opensOn, opensAt: row.opensAt },
  ...{ color: row.color, state: row.state, siteId: row.siteId, locationId: row.siteId, ownerId: row.ownerId },
  ...{ seats: row.seats, spare: row.spare, share: row.share, isOn: row.isOn === 1, isKnown: flagOf(row.isKnown) },
  ...{ startsAt: row.startsAt, endsAt: row.endsAt, seenAt: row.seenAt, archivedAt: row.archivedAt },
  ...{ tags: listIn(row.tags), aliases: listIn(row.aliases), steps: listIn(row.steps), place: objectIn(row.place) },
  ...{ consent: objectIn(row.consent) ?? { mail: false, at: null }, price: objectIn(row.price) },
  ...{ labels: objectIn(row.labels) ?? {}, words: JSON.parse(row.words), noteCount: listIn(row.notes).length },
  ...{ region: `${row.title} in North`, metadata: objectIn(row.metadata) ?? {}, externalId: row.externalId },
});

const utc = (sent: unknown): unknown => (typeof sent === 'string' ? new Date(sent).toISOString() : (sent ?? null));
const spanOf = (sent: Sent): Sent => ({ from: utc(sent.from), to: utc(sent.to) });
const stepOf = ({ doneAt, spans = [], isDone = false, ...sent }: Sent): Sent => {
  return { ...sent, isDone, doneAt: utc(doneAt), spans: (spans as Sent[]).map(spanOf) };
};
const placeOf = ({ city, floor = 1, builtAt, door }: Sent): Sent => ({
  ...{ city, floor, builtAt: utc(builtAt) },
  door: door ? { code: (door as Sent).code, setAt: utc((door as Sent).setAt) } : null,
});

/** What an answer shows of the fields that a body has sent. */
const shownOf = (body: CreateBody | PatchBody): Sent => {
  const { rule: _, metadata: __, ...rest } = body;
  return {
    ...rest,
    ...('startsAt' in body ? { startsAt: utc(body.startsAt) } : {}),
    ...('endsAt' in body ? { endsAt: utc(body.endsAt) } : {}),
    ...('aliases' in body ? { aliases: body.aliases ?? [] } : {}),
    ...('steps' in body ? { steps: body.steps?.map(stepOf) } : {}),
    ...('place' in body ? { place: body.place ? placeOf(body.place) : null } : {}),
    ...('consent' in body ? { consent: { mail: body.consent?.mail ?? false, at: utc(body.consent?.at) } } : {}),
  };
};

describe('random records', () => {
  test('are answered as they were sent, with their instants in UTC', async () => {
    const { isValid } = validatorFor(Everything.create);
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const body = createBody(choicesOf(seed));
      expect(isValid(body)).toBe(true);
      const sentMetadata = Object.entries(body.metadata ?? {}).filter(([, value]) => value !== null);
      const { metadata, ...view } = viewOf(await create(body));
      expect(view).toMatchObject(shownOf(body));
      expect(metadata).toEqual(Object.fromEntries(sentMetadata) as Record<string, string>);
    }
  });

  test('fit the declared shape, with what the view of the family adds', async () => {
    const { errors } = validatorFor(Everything.schema);
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const row = await create(createBody(choicesOf(seed)));
      expect(errors({ ...viewOf(row), mood: 'calm', rule: null })).toEqual([]);
    }
  });

  test('have the view that one would write by hand', async () => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const row = await create(createBody(choicesOf(seed)));
      expect(viewOf(row) as Sent).toEqual(byHand(row));
    }
  });

  test('sent again as they are answered change nothing', async () => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const row = await create(createBody(choicesOf(seed)));
      const { state: _, ...view } = viewOf(row);
      const again = { ...row, ...Everything.columns(view, row) };
      expect(again).toEqual({ ...row, consent: again.consent });
      expect(viewOf(again)).toEqual(viewOf(row));
    }
  });
});

describe('random changes', () => {
  test('show what they send, and leave every other column as it was', async () => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const choices = choicesOf(seed);
      const before = await create(createBody(choices));
      const body = patchBody(choices);
      expect(validatorFor(Everything.patch).errors(body)).toEqual([]);
      const columns = Everything.columns(body, before);
      await made.store.write((tx) => Everything.rows.update(tx, before.id, columns));
      const after = find(before.id);
      expect(after).toEqual({ ...before, ...columns });
      expect(Object.keys(columns).sort()).toEqual(Object.keys(body).sort());
      const { metadata, ...view } = viewOf(after);
      expect(view).toMatchObject(shownOf(body));
      const merged = Object.entries({ ...viewOf(before).metadata, ...body.metadata });
      expect(metadata).toEqual(Object.fromEntries(merged.filter(([, value]) => value !== null)) as typeof metadata);
    }
  });

  test('one after the other do the same as their sum, apart from metadata', async () => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const choices = choicesOf(seed);
      const row = await create(createBody(choices));
      const [first, second] = [patchBody(choices), patchBody(choices)];
      const between = { ...row, ...Everything.columns(first, row) };
      const { metadata: _, ...steps } = { ...between, ...Everything.columns(second, between) };
      const { metadata: __, ...sum } = { ...row, ...Everything.columns({ ...first, ...second }, row) };
      expect(steps).toEqual(sum);
    }
  });
});
