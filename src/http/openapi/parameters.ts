import type { Caller } from '../../kernel/caller.ts';
import { MAX_RELATED, MAX_RELATED_CHARACTERS } from '../expansion-bound.ts';
import type { Expansions } from '../expansions.ts';
import type { Operation } from '../operations/operation.ts';
import { idMeaning } from './fields.ts';
import { isNode, type Node } from './json.ts';

/** What parameters mean whose own schema does not say it. They mean the same in every operation. */
const MEANINGS: Readonly<Record<string, string>> = {
  actor: 'Only return what this `actor` did.',
  bucket: '`raw` (the default) returns each value; the others group values by day, week, or month.',
  category: 'Only return records of this category.',
  category_id: 'Only return entries of this category or of a category below it.',
  challenge_id: 'Only return records of this challenge.',
  client_id: 'Only return records of this client.',
  completed: '`true` returns only completed sessions, and `false` only the others.',
  content_entry_id: 'Only return records of the metric with this ID.',
  cursor: 'The `nextCursor` of a page. Returns the page after it.',
  dates: 'The order of day, month, and year in a CSV file.',
  division: 'Only return this division.',
  dry_run: 'Whether to preview the change. Nothing is changed, and the response says what would be.',
  duration_gte: 'Only return entries of at least this many seconds.',
  duration_lte: 'Only return entries of at most this many seconds.',
  earned: '`true` returns only awards the member has earned, and `false` only the others.',
  email: 'Only return the client with this email.',
  end_date: 'Only return deliveries created before this time.',
  ending_before:
    "A page's `previousCursor`, or the ID of its first record. Returns the page before it, in the same order.",
  enrolled: '`true` returns only challenges the member has joined, and `false` only the others.',
  entry_id: 'Only return media of this entry.',
  event: 'The ID of the event: `evt_` and a UUID.',
  external_id: 'Only return the record with this ID in your own system.',
  family: 'The kind of records to export.',
  file: 'The file name of the backup.',
  filter: 'Only return entries included for this reason.',
  format: 'The file format.',
  from: 'Only return records created at or after this time.',
  goal_id: 'Only return this goal.',
  group: 'Only return tags in this group.',
  id: 'The ID of the record.',
  include_archived: 'Whether to include archived records.',
  instructor_id: 'Only return records of this instructor.',
  isDigital: '`true` returns only digital sites, and `false` only physical sites.',
  is_featured: '`true` returns only featured entries, and `false` only the others.',
  kind: 'Only return media of this kind.',
  template: 'The kind of email and the language, such as `booking_confirmed.de`.',
  language: 'A language tag, such as `en` or `pt-BR`.',
  level: 'Only return entries of this level.',
  locationId: 'The same as `siteId`.',
  location_id: 'Only return records of this site.',
  parent_id: 'Only return the children of this category; `none` returns top-level categories.',
  penalty_status: 'Only return bookings whose penalty has this status.',
  period: '`current` (the default) returns goals in their current period; `all` returns all of their periods.',
  period_id: 'The period. Defaults to the current one.',
  placement: 'Only return banners with this placement.',
  protocol: 'Only return a URL for this protocol.',
  rank_by: 'Only return leaderboards that rank by this.',
  record_type: 'Only return bests of this type.',
  recorded: '`true` returns only metrics the member has entries for, and `false` only the others.',
  reps: 'Only return values with this many repetitions.',
  request_id: 'Only return events of this request.',
  role: 'Only return staff with this role.',
  session_id: 'Only return records of this session.',
  siteId: 'Only return records of this site.',
  sort: 'The sort order. Defaults to newest first, or best match first in a search.',
  start_date: 'Only return deliveries created at or after this time.',
  start_time_gte: 'Only return records whose session starts at or after this time.',
  start_time_lte: 'Only return records whose session starts at or before this time.',
  starting_after: "A page's `nextCursor`, or the ID of its last record. Returns the page after it.",
  status: 'Only return records with this status.',
  tag_id: 'Only return entries with this tag.',
  to: 'Only return records created before this time.',
  token: 'The end of the link in the invitation.',
  trigger: 'Only return awards with this trigger.',
  type: 'Only return records of this type.',
  week: 'Only return articles of this week of the challenge, starting at 1.',
};

/** Expansions that depend on the caller have the same names for each. */
const ANYBODY: Caller = { credentialId: '', kind: 'business', scopes: new Set(), siteIds: null, tier: 'basic' };

const EXPANSION_LIMITS = `A response can include up to ${MAX_RELATED} related records with ${MAX_RELATED_CHARACTERS} characters in total, where each record counts every time it is included; beyond that, the request fails with 400.`;

const code = (name: string): string => `\`${name}\``;

const expandMeaning = (
  { expands }: Operation,
  registered: Readonly<Record<string, Expansions>>,
): string | undefined => {
  if (expands === undefined) return undefined;
  const expansions = typeof expands === 'string' ? (registered[expands] ?? {}) : expands(ANYBODY);
  const paths = Object.entries(expansions).map(([name, { within }]) => {
    const inner = Object.keys(within ?? {});
    return inner.length === 0 ? code(name) : `${code(name)} (and within it: ${inner.map(code).join(', ')})`;
  });
  return `Related records to include: ${paths.join('; ')}. Use dots to expand nested records, up to 3 levels: \`a.b.c\`. ${EXPANSION_LIMITS}`;
};

/** A parameter of the path or the query with its meaning, which a schema from the operation may have. */
export const withMeaning = (
  parameter: Node,
  operation: Operation,
  expansions: Readonly<Record<string, Expansions>>,
): Node => {
  const { schema, ...rest } = parameter;
  const name = String(parameter.name);
  const own = isNode(schema) ? schema : {};
  const { description: meaning, ...bare } = own;
  const description =
    parameter.description ??
    meaning ??
    (name === 'expand[]' ? expandMeaning(operation, expansions) : (MEANINGS[name] ?? idMeaning(name)));
  return description === undefined ? parameter : { ...rest, description, schema: bare };
};
