import { Type } from '@sinclair/typebox';
import type { Read, Tx } from '../../../../database/database.ts';
import { validatorFor } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { invalid, invalidParam, missingResource } from '../../../../kernel/problem.ts';
import { id, instant, line, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { pack } from '../../../../records/json.ts';
import { createChallenge, updateChallenge } from '../../../challenges/challenges.ts';
import { isClosed } from '../../../challenges/queries.ts';
import { Challenge, type ChallengeRow } from '../../../challenges/record.ts';
import { challengeView } from '../../../challenges/view.ts';
import { allChallengesPage, challengeState } from '../../../exports/engagement/challenges.ts';
import { archivedField, identityFields } from '../../shapes.ts';
import { applyChanges } from '../changes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { byExternalId, finderOf, idOf, requireIdentity } from '../identity.ts';

const ImportChallenge = object(() => ({
  ...Type.Partial(Challenge.create).properties,
  ...identityFields,
  ...archivedField,
  publishedAt: optional(nullable(instant())),
  state: optional(challengeState),
}));

type Row = Static<typeof ImportChallenge>;

const creation = validatorFor(Challenge.create);

/** How a row of another family names a challenge. */
export const challengeReference = { challengeId: optional(id()), challengeExternalId: optional(line(255)) };

interface ChallengeReference {
  readonly challengeId?: string | null;
  readonly challengeExternalId?: string;
}

/** The challenge of a row. @throws Problem 400 when it names none, or one that the caller may not see. */
export const challengeOf = (read: Read, caller: Caller, row: ChallengeReference): ChallengeRow => {
  const { challengeId, challengeExternalId: externalId } = row;
  const isById = typeof challengeId === 'string';
  if (!isById && externalId === undefined) {
    const message = "The challenge is missing. Send 'challengeId' or 'challengeExternalId'.";
    throw invalidParam('challengeId', message, 'parameter_missing');
  }
  const found = isById
    ? Challenge.rows.find(read, challengeId)
    : byExternalId(read, caller, allChallengesPage, externalId, 'challengeExternalId');
  if (found !== undefined && Challenge.canAccess(caller, found)) return found;
  throw isById
    ? missingResource('challengeId', 'challenge', challengeId)
    : missingResource('challengeExternalId', 'challenge', String(externalId));
};

/** The body that `createChallenge` would get. */
const bodyOf = ({ id: _id, createdAt, updatedAt, archivedAt, publishedAt, state, ...body }: Row) => body;

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireIdentity(row);
  const { leaderboardId, awardIds, ...others } = bodyOf(row);
  // The leaderboards and awards of an export come after its challenges.
  const later = row.state === undefined ? { leaderboardId, awardIds } : {};
  const body = Object.fromEntries(Object.entries({ ...others, ...later }).filter(([, value]) => value !== undefined));
  if (!creation.isValid(body)) throw invalid(creation.errors(body));
  const at = atCreation(tx, row.createdAt);
  const made = createChallenge(at, caller, body, idOf(tx, row.id));
  const publishedAt = utc(row.publishedAt) ?? null;
  if (publishedAt !== null && publishedAt > tx.now) {
    throw invalidParam('publishedAt', "'publishedAt' is in the future. Leave it out, and publish the challenge then.");
  }
  // The ranks of one that is over come with its enrolments.
  const ended = publishedAt !== null && isClosed(made, tx.now) ? made.closesAt : null;
  Challenge.rows.update(tx, made.id, {
    publishedAt,
    archivedAt: utc(row.archivedAt) ?? null,
    completedAt: row.state === undefined ? ended : utc(row.state.completedAt),
    updatedAt: utc(row.updatedAt) ?? at.now,
    ...(row.state === undefined ? {} : { leaderboardId: leaderboardId ?? null, awardIds: pack(awardIds ?? null) }),
  });
  return made.id;
};

const update = (tx: Tx, caller: Caller, record: ChallengeRow, row: Row): boolean => {
  Challenge.find(tx, caller, record.id);
  if (typeof row.publishedAt === 'string' && record.publishedAt === null) {
    throw invalidParam('publishedAt', 'An import does not publish a challenge that exists. Publish it by itself.');
  }
  return applyChanges(bodyOf(row), {
    record,
    shown: challengeView(tx, record),
    update: (changes) => updateChallenge(tx, caller, record, changes),
  });
};

/** Challenges are identified by id or external id. */
export const importChallenges = importFamily(ImportChallenge, {
  name: 'challenges',
  rights: {
    create: ['createChallenge'],
    also: ({ publishedAt, archivedAt }) => [
      ...(typeof publishedAt === 'string' ? ['publishChallenge'] : []),
      ...(typeof archivedAt === 'string' ? ['deleteChallenge'] : []),
    ],
    update: ['updateChallenge'],
  },
  find: finderOf(Challenge.rows.find, allChallengesPage),
  create,
  update,
});
