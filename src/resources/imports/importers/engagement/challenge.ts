import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import { requireValid } from '../../../../http/validation.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { invalidParam } from '../../../../kernel/problem.ts';
import { id, instant, line, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { pack } from '../../../../records/json.ts';
import { createChallenge, updateChallenge } from '../../../challenges/challenges.ts';
import { isClosed } from '../../../challenges/queries.ts';
import { Challenge } from '../../../challenges/record.ts';
import { challengeView } from '../../../challenges/view.ts';
import { allChallengesPage, challengeState } from '../../../exports/engagement/challenges.ts';
import { archivedField, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { importFamily } from '../family.ts';
import { finderOf, idOf, requireIdentity } from '../identity.ts';
import { requiredReference } from '../references.ts';

const ImportChallenge = object(() => ({
  ...Type.Partial(Challenge.create).properties,
  ...identityFields,
  ...archivedField,
  publishedAt: optional(nullable(instant())),
  state: optional(challengeState),
}));

type Row = Static<typeof ImportChallenge>;

const find = finderOf(Challenge.rows.find, allChallengesPage);

export const challengeReference = { challengeId: optional(id()), challengeExternalId: optional(line(255)) };

export const namedChallenge = requiredReference('challenge', Challenge, allChallengesPage);

const bodyOf = ({ id: _id, createdAt, updatedAt, archivedAt, publishedAt, state, ...body }: Row) => body;

const create = (tx: Tx, caller: Caller, row: Row): string => {
  requireIdentity(row);
  const { leaderboardId, awardIds, ...others } = bodyOf(row);
  // The leaderboards and awards of an export come after its challenges.
  const later = row.state === undefined ? { leaderboardId, awardIds } : {};
  const body = requireValid(Challenge.create, defined({ ...others, ...later }));
  const at = atCreation(tx, row.createdAt);
  const made = createChallenge(at, caller, body, idOf(tx, row.id));
  const publishedAt = utc(row.publishedAt) ?? null;
  if (publishedAt !== null && publishedAt > tx.now) {
    throw invalidParam('publishedAt', "'publishedAt' is in the future. Leave it out, and publish the challenge then.", {
      reason: 'not_accepted',
    });
  }
  // The ranks of one that is over come with its enrollments.
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

/** Challenges are identified by id or external id. */
export const importChallenges = importFamily(ImportChallenge, {
  rights: {
    create: ['createChallenge'],
    also: ({ publishedAt, archivedAt }) => [
      ...(typeof publishedAt === 'string' ? ['publishChallenge'] : []),
      ...(typeof archivedAt === 'string' ? ['deleteChallenge'] : []),
    ],
    update: ['updateChallenge'],
  },
  find,
  create,
  reach: (tx, caller, { id: own }) => Challenge.find(tx, caller, own),
  shown: challengeView,
  compared(_tx, _caller, row, found) {
    if (typeof row.publishedAt === 'string' && found.publishedAt === null) {
      throw invalidParam('publishedAt', 'An import does not publish existing challenges. Publish it separately.', {
        reason: 'not_accepted',
      });
    }
    return bodyOf(row);
  },
  change: updateChallenge,
});
