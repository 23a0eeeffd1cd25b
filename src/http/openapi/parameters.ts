import type { Caller } from '../../kernel/caller.ts';
import { MAX_RELATED, MAX_RELATED_CHARACTERS } from '../expansion-bound.ts';
import type { Expansions } from '../expansions.ts';
import type { Operation } from '../operations/operation.ts';
import { idMeaning } from './fields.ts';
import { isNode, type Node } from './json.ts';

/** What parameters mean whose own schema does not say it. They mean the same in every operation. */
const MEANINGS: Readonly<Record<string, string>> = {
  actor: "Only what this 'actor' did.",
  bucket: "'raw', the default, for each value; or the values of each day, week or month.",
  category: 'Only records of this category.',
  category_id: 'Only entries of this category or of a category below it.',
  challenge_id: 'Only records of this challenge.',
  client_id: 'Only records of this client.',
  completed: 'true for completed sessions only, false for the others.',
  content_entry_id: 'Only records of the metric with this id.',
  cursor: "'nextCursor' of a page: the page after it.",
  dates: 'The order of day, month and year in a CSV file.',
  division: 'Only this division.',
  dry_run: 'true changes nothing, and the response says what would change.',
  duration_gte: 'Only entries of at least this many seconds.',
  duration_lte: 'Only entries of at most this many seconds.',
  earned: 'true for awards that the member has earned only, false for the others.',
  email: 'Only the client with this email.',
  end_date: 'Only deliveries that were created before this instant.',
  ending_before: "'previousCursor' of a page, or the id of its first record: the page before it, in the same order.",
  enrolled: 'true for challenges in which the member takes part only, false for the others.',
  entry_id: 'Only media of this entry.',
  event: "The id of the event: 'evt_' and a UUID.",
  external_id: 'Only the record with this id in your own system.',
  family: 'The kind of records that the file has.',
  file: 'The name of the file of the backup.',
  filter: 'Only the entries that are there for this reason.',
  format: 'The format of the file.',
  from: 'Only what was created at or after this instant.',
  goal_id: 'Only this goal.',
  group: 'Only tags of this group.',
  id: 'The id of the record.',
  include_archived: 'true includes archived records.',
  instructor_id: 'Only records of this instructor.',
  isDigital: 'true for digital sites only, false for physical sites only.',
  is_featured: 'true for featured entries only, false for the others.',
  kind: 'Only media of this kind.',
  template: "The kind of mails and the language, such as 'booking_confirmed.de'.",
  language: "A language tag such as 'en' or 'pt-BR'.",
  level: 'Only entries of this level.',
  locationId: "The same as 'siteId'.",
  location_id: 'Only records of this site.',
  parent_id: "Only the children of this category; 'none' for categories at the top.",
  penalty_status: 'Only bookings whose penalty has this status.',
  period: "'current', the default, for the goals in their current period; 'all' for all of their periods.",
  period_id: 'This period; the current one when absent.',
  placement: 'Only banners of this placement.',
  protocol: 'Only an address of this protocol.',
  rank_by: 'Only leaderboards that rank by this.',
  record_type: 'Only bests of this type.',
  recorded: 'true for metrics that the member has entries of only, false for the others.',
  reps: 'Only values with this many repetitions.',
  request_id: 'Only what was raised in this request.',
  role: 'Only staff with this role.',
  session_id: 'Only records of this session.',
  siteId: 'Only records of this site.',
  sort: 'The order. Without it the newest come first, and in a search the best matches.',
  start_date: 'Only deliveries that were created at or after this instant.',
  start_time_gte: 'Only those whose session starts at or after this instant.',
  start_time_lte: 'Only those whose session starts at or before this instant.',
  starting_after: "'nextCursor' of a page, or the id of its last record: the page after it.",
  status: 'Only those with this status.',
  tag_id: 'Only entries with this tag.',
  to: 'Only what was created before this instant.',
  trigger: 'Only awards with this trigger.',
  type: 'Only records of this type.',
  week: 'Only articles of this week of the challenge, counted from 1.',
};

/** Expansions that depend on the caller have the same names for each. */
const ANYBODY: Caller = { credentialId: '', kind: 'business', scopes: new Set(), siteIds: null, tier: 'basic' };

const EXPANSION_LIMITS = `A response has at most ${MAX_RELATED} related records, and ${MAX_RELATED_CHARACTERS} characters of them, each counted wherever it is written; more is 400.`;

const expandMeaning = (
  { expands }: Operation,
  registered: Readonly<Record<string, Expansions>>,
): string | undefined => {
  if (expands === undefined) return undefined;
  const expansions = typeof expands === 'string' ? (registered[expands] ?? {}) : expands(ANYBODY);
  const paths = Object.entries(expansions).map(([name, { within }]) => {
    const inner = Object.keys(within ?? {});
    return inner.length === 0 ? name : `${name} (and inside it: ${inner.join(', ')})`;
  });
  return `Related records to include: ${paths.join('; ')}. Dots lead inside, up to 3 levels: a.b.c. ${EXPANSION_LIMITS}`;
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
