// What must be there, and what must be gone.

import { readable } from '../acts/integrators.ts';
import { type Row, rowsOf, tableOf, type World } from '../world.ts';
import { type Check, none } from './check.ts';

/** Each write that was acknowledged is there, at least as new as it was shown. */
export const acknowledged = (world: World): string[] => {
  const wrong: string[] = [];
  for (const { object, id, updatedAt } of world.acknowledged) {
    const [row] = rowsOf(world, `select updatedAt from ${tableOf(object)} where id = ?`, id);
    const isMayGo = object === 'session' || object === 'webhook' || object === 'client';
    if (row === undefined && !isMayGo) wrong.push(`the ${object} ${id} was acknowledged, and is lost`);
    if (row !== undefined && row.updatedAt < updatedAt)
      wrong.push(`a change of the ${object} ${id} was acknowledged, and is lost`);
  }
  return wrong.slice(0, 3);
};

/** Nothing refers to what is not there. */
export const owned: Check = (world) => [
  ...none(world, 'a row refers to none', 'select * from pragma_foreign_key_check'),
  ...(
    [
      ['creditLedger', 'packageId', 'packages'],
      ['packageUses', 'packageId', 'packages'],
      ['packageUses', 'bookingId', 'bookings'],
      ['packageFreezes', 'packageId', 'packages'],
      ['bookings', 'clientId', 'clients'],
      ['bookings', 'sessionId', 'sessions'],
      ['bookings', 'packageId', 'packages'],
      ['packages', 'clientId', 'clients'],
      ['packages', 'paymentId', 'payments'],
      ['payments', 'clientId', 'clients'],
      ['payments', 'packageId', 'packages'],
      ['refunds', 'paymentId', 'payments'],
      ['charges', 'paymentId', 'payments'],
      ['checkins', 'clientId', 'clients'],
      ['checkins', 'bookingId', 'bookings'],
      ['facts', 'clientId', 'clients'],
      ['paymentMethods', 'clientId', 'clients'],
      ['webhookDeliveries', 'endpointId', 'webhookEndpoints'],
    ] as const
  ).flatMap(([table, column, other]) =>
    none(
      world,
      `${table}.${column} names none of ${other}`,
      `select ${column} from ${table} t where ${column} is not null and not exists (select 1 from ${other} where id = t.${column})`,
    ),
  ),
];

/** Each table with the text of all columns of a row. */
const textsOf = (world: World): readonly (readonly [string, string])[] =>
  rowsOf(
    world,
    `select name from sqlite_master where type = 'table' and sql not like 'CREATE VIRTUAL%' and name not like 'sqlite%'`,
  ).map(({ name }) => {
    const columns = rowsOf(world, `select name from pragma_table_xinfo('${name}')`) as Row[];
    return [name, `concat_ws(' ', ${columns.map((column) => `"${column.name}"`).join(', ')})`] as const;
  });

/** For this long after it, an erased name is looked for each night. */
const LOOKED_FOR_MS = 9 * 86_400_000;

/** Words of erased people are nowhere. */
export const erased: Check = (world, { now }) => {
  const gone = world.erased.flatMap(({ id, words }) => {
    const [row] = rowsOf(world, 'select erasedAt from clients where id = ?', id);
    return row?.erasedAt == null || Date.parse(now) - Date.parse(row.erasedAt) > LOOKED_FOR_MS ? [] : words;
  });
  // A guest may have no family name.
  const words = [...new Set(gone.filter((word) => word !== null && word !== ''))];
  if (words.length === 0) return [];
  const isThere = words.map((_, at) => `instr(text, ?${at + 1})`).join(' or ');
  return textsOf(world).flatMap(([table, text]) => {
    const [found] = rowsOf(
      world,
      `select text from (select ${text} as text from "${table}") where ${isThere} limit 1`,
      ...words,
    );
    if (found === undefined) return [];
    const word = words.find((each) => found.text.includes(each));
    return [`${word} is erased, and ${table} has it: ${String(found.text).slice(0, 300)}`];
  });
};

const months = new WeakMap<World, Map<string, string>>();

/** A month that is closed for pay stays as it was, and nobody who is erased has a picture. */
export const closed: Check = (world) => {
  const known = months.get(world) ?? new Map<string, string>();
  months.set(world, known);
  const wrong = none(
    world,
    'the picture of an erased client is there',
    'select p.owner from pictures p join clients c on c.id = p.owner where c.erasedAt is not null',
  );
  for (const { id, month, lines } of rowsOf(world, 'select id, month, lines from payMonths')) {
    if ((known.get(id) ?? lines) !== lines) wrong.push(`the closed month ${month} has changed: ${id}`);
    known.set(id, lines);
  }
  return wrong;
};

const keys = new WeakMap<World, { since: object; headers: Record<string, string> }>();

/** The lists of what sites have. The timetable of each site is public. */
const listsOfSites = (): string[] =>
  readable()
    .filter(
      ({ path, takes, needs }) => takes.includes('limit') && needs.length === 0 && !/^.public-api|member/.test(path),
    )
    .map(({ path }) => path);

/** The sites that something names, at any depth, but for where it was before. */
const sitesIn = (value: unknown): unknown[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, held]) => {
    if (name === 'previous' || name === 'before') return [];
    return (name === 'siteId' || name === 'locationId') && held !== null ? [held] : sitesIn(held);
  });
};

/** A key of one site sees nothing of another. */
export const apart: Check = async (world, { isWhole }) => {
  const { answer, studio } = world.program;
  const held = keys.get(world);
  const headers =
    held?.since === studio
      ? held.headers
      : await answer(studio.withKey({ siteIds: [world.otherSite], name: 'uptown' }));
  keys.set(world, { since: studio, headers });
  const wrong: string[] = [];
  for (const path of isWhole ? listsOfSites() : []) {
    const { body } = await answer(studio.get(`${path}?limit=20`, headers));
    const others = sitesIn(body?.data ?? []).filter((siteId) => siteId !== world.otherSite);
    if (others.length > 0) wrong.push(`${path} shows another site: ${others[0]}`);
  }
  for (const family of ['bookings', 'sessions', 'checkins', 'payments', 'schedules']) {
    const { status, body } = await answer(studio.get(`/v2/${family}?limit=100`, headers));
    if (status !== 200) wrong.push(`/v2/${family} answers ${status}`);
    for (const each of body.data ?? []) {
      if ((each.siteId ?? each.locationId) !== world.otherSite)
        wrong.push(`${family} of ${each.siteId} are seen from another site`);
    }
  }
  const [booking] = rowsOf(world, 'select id from bookings where siteId = ? order by id desc limit 1', world.mainSite);
  if (booking !== undefined) {
    const { status } = await answer(studio.get(`/v2/bookings/${booking.id}`, headers));
    if (status !== 404) wrong.push(`a booking of another site answers ${status}`);
  }
  return wrong.slice(0, 3);
};

/** The file has what the tables need, not much more. */
export const size: Check = (world) => {
  const [row] = rowsOf(
    world,
    'select page_count as pages, freelist_count as free from pragma_page_count, pragma_freelist_count',
  );
  return row !== undefined && row.free > 4_000 && row.free > row.pages / 2
    ? [`the file has ${row.free} free pages of ${row.pages}`]
    : [];
};
