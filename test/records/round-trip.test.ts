import { describe, expect, test } from 'bun:test';
import { validatorFor } from '../../src/http/validation.ts';
import { forAllTests } from '../helpers/api.ts';
import { openMadeUpStore } from '../helpers/made-up-store.ts';
import { choicesOf } from '../helpers/seeded.ts';
import { type CreateBody, EVERYTHING, Everything, GIVEN, type PatchBody, type Row } from './everything.ts';
import { createBody, patchBody } from './random-bodies.ts';

const ROUNDS = 300;

const made = forAllTests(() => openMadeUpStore(EVERYTHING));

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
  id: row.id,
  object: 'made_thing',
  createdAt: row.createdAt,
  updatedAt: row.updatedAt,
  title: row.title,
  about: row.about,
  code: row.code,
  opensOn: row.opensOn,
  opensAt: row.opensAt,
  color: row.color,
  state: row.state,
  siteId: row.siteId,
  locationId: row.siteId,
  ownerId: row.ownerId,
  seats: row.seats,
  spare: row.spare,
  share: row.share,
  isOn: row.isOn === 1,
  isKnown: flagOf(row.isKnown),
  startsAt: row.startsAt,
  endsAt: row.endsAt,
  seenAt: row.seenAt,
  archivedAt: row.archivedAt,
  tags: listIn(row.tags),
  aliases: listIn(row.aliases),
  steps: listIn(row.steps),
  place: objectIn(row.place),
  consent: objectIn(row.consent) ?? { mail: false, at: null },
  price: objectIn(row.price),
  labels: objectIn(row.labels) ?? {},
  words: JSON.parse(row.words),
  noteCount: listIn(row.notes).length,
  region: `${row.title} in North`,
  metadata: objectIn(row.metadata) ?? {},
  externalId: row.externalId,
});

const utc = (sent: unknown): unknown => (typeof sent === 'string' ? new Date(sent).toISOString() : (sent ?? null));
const spanOf = (sent: Sent): Sent => ({ from: utc(sent.from), to: utc(sent.to) });
const stepOf = ({ doneAt, spans = [], isDone = false, ...sent }: Sent): Sent => {
  return { ...sent, isDone, doneAt: utc(doneAt), spans: (spans as Sent[]).map(spanOf) };
};
const placeOf = ({ city, floor = 1, builtAt, door }: Sent): Sent => ({
  city,
  floor,
  builtAt: utc(builtAt),
  door: door ? { code: (door as Sent).code, setAt: utc((door as Sent).setAt) } : null,
});

/** An object of any fields as it is stored: null deletes a key, at every depth. */
const withoutNulls = (sent: unknown): unknown => {
  if (typeof sent !== 'object' || sent === null || Array.isArray(sent)) return sent;
  const kept = Object.entries(sent).filter(([, value]) => value !== null);
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutNulls(value)]));
};

/** The fields of two objects; those of the second one count. */
const both = (stored: unknown, sent: unknown): Sent => ({ ...(stored as Sent | null), ...(sent as Sent | null) });

/** A body as it would be if it sent its objects whole, with what the record has of them. */
const asWhole = (body: PatchBody, row: Row): PatchBody => {
  const place = objectIn(row.place);
  const sent = body.place;
  const door = sent?.door ? { door: both(place?.door, sent.door) } : {};
  return {
    ...body,
    ...(sent ? { place: { ...both(place, sent), ...door } } : {}),
    ...('consent' in body ? { consent: both(objectIn(row.consent), body.consent) } : {}),
    ...(body.price ? { price: both(objectIn(row.price), body.price) } : {}),
    ...('labels' in body ? { labels: both(objectIn(row.labels), body.labels) } : {}),
  };
};

/** What a response shows of the fields that a body has sent. */
const shownOf = (body: CreateBody | PatchBody): Sent => {
  const { rule: _, metadata: __, labels, ...rest } = body;
  return {
    ...rest,
    ...('labels' in body ? { labels: withoutNulls(labels) } : {}),
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

describe('a change of an object', () => {
  const INSTANT = '2026-03-08T07:30:00.000Z';
  const whole = { city: 'Oslo', floor: 2, builtAt: null, door: { code: '1234', setAt: INSTANT } };
  const withPlace = (place: CreateBody['place'] & (object | null)) =>
    create({ ...createBody(choicesOf(1)), place, rule: { days: [1], every: 2 } });
  const placeAfter = (row: Row, place: PatchBody['place']) =>
    objectIn(Everything.columns({ place }, row).place ?? null);

  test('keeps the fields that it leaves out, at every depth', async () => {
    const row = await withPlace(whole);
    expect(placeAfter(row, { floor: 3 })).toEqual({ ...whole, floor: 3 });
    expect(placeAfter(row, { door: { code: '9' } })).toEqual({ ...whole, door: { code: '9', setAt: INSTANT } });
    expect(placeAfter(row, { door: null, floor: null })).toEqual({ ...whole, floor: null, door: null });
    expect(placeAfter(row, {})).toEqual(whole);
    expect(placeAfter(row, null)).toBeNull();
  });

  test('400 when a required field would be missing', async () => {
    const row = await withPlace(null);
    expect(() => Everything.columns({ place: { floor: 3 } }, row)).toThrow("'place.city' is missing");
    const other = await withPlace({ ...whole, door: null });
    expect(() => Everything.columns({ place: { door: { code: '9' } } }, other)).toThrow(
      "'place.door.setAt' is missing",
    );
  });

  test('replaces an object whose fields mean something only together', async () => {
    const row = await withPlace(null);
    expect(objectIn(Everything.columns({ rule: { days: [2] } }, row).rule ?? null)).toEqual({ days: [2] });
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
      expect(view).toMatchObject(shownOf(asWhole(body, before)));
      const merged = Object.entries({ ...viewOf(before).metadata, ...body.metadata });
      expect(metadata).toEqual(Object.fromEntries(merged.filter(([, value]) => value !== null)) as typeof metadata);
    }
  });

  test('one after the other do the same as their sum, apart from what is merged', async () => {
    for (let seed = 0; seed < ROUNDS; seed += 1) {
      const choices = choicesOf(seed);
      const row = await create(createBody(choices));
      const { place, consent, price, labels, metadata, ...second } = patchBody(choices);
      const first = patchBody(choices);
      const between = { ...row, ...Everything.columns(first, row) };
      expect({ ...between, ...Everything.columns(second, between) }).toEqual({
        ...row,
        ...Everything.columns({ ...first, ...second }, row),
      });
    }
  });
});
