import { Type } from '@sinclair/typebox';
import type { Tx } from '../../../../database/database.ts';
import type { Caller } from '../../../../kernel/caller.ts';
import { defined } from '../../../../kernel/objects.ts';
import { invalidParam, missingResource } from '../../../../kernel/problem.ts';
import { id, instant, nullable, object, optional, type Static } from '../../../../kernel/schemas.ts';
import { ChallengeArticle } from '../../../challenges/articles/record.ts';
import { ChallengeAssessment, SubmitAssessment } from '../../../challenges/assessments/record.ts';
import { restoreEnrollment } from '../../../challenges/enrollments/restore.ts';
import { enrollmentOf, isClosed } from '../../../challenges/queries.ts';
import { Challenge, ChallengeEnrollment, type ChallengeRow, type EnrollmentRow } from '../../../challenges/record.ts';
import { enrollmentState, enrollmentViews } from '../../../exports/engagement/challenges.ts';
import { factDates } from '../../../exports/shapes.ts';
import type { ImportReactions } from '../../../reactions.ts';
import { clientReference, identityFields } from '../../shapes.ts';
import { atCreation, utc } from '../dates.ts';
import { factColumns } from '../facts.ts';
import { importFamily, ownFields } from '../family.ts';
import { finderOf, idOf, required } from '../identity.ts';
import { clientOf, requireReach } from '../references.ts';
import { requireNoNewWords } from '../words.ts';
import { challengeReference, namedChallenge } from './challenge.ts';

const fact = optional(nullable(factDates));

const submission = object(() => ({
  id: optional(id()),
  assessmentId: id(),
  values: SubmitAssessment.properties.values,
  measuredAt: instant(),
  createdAt: optional(instant()),
  updatedAt: optional(instant()),
  fact,
}));
const articleRead = object(() => ({ id: optional(id()), articleId: id(), readAt: instant(), fact }));

const ImportEnrollment = object(() => ({
  ...ChallengeEnrollment.imported.properties,
  ...identityFields,
  ...clientReference,
  ...challengeReference,
  assessments: optional(Type.Array(submission, { maxItems: 1000 })),
  articles: optional(Type.Array(articleRead, { maxItems: 1000 })),
  state: optional(enrollmentState),
}));

type Row = Static<typeof ImportEnrollment>;

const find = finderOf(ChallengeEnrollment.rows.find, undefined, [
  'client and challenge',
  (read, row: Row, caller) => {
    const challenge = namedChallenge.find(read, caller, row);
    return enrollmentOf(read, challenge.id, clientOf(read, caller, row).id);
  },
]);

const checkTimes = (tx: Tx, { enrolledAt, withdrawnAt }: Pick<EnrollmentRow, 'enrolledAt' | 'withdrawnAt'>): void => {
  if (enrolledAt > tx.now)
    throw invalidParam('enrolledAt', "'enrolledAt' must not be in the future.", { reason: 'in_the_future' });
  if (withdrawnAt !== null && (withdrawnAt < enrolledAt || withdrawnAt > tx.now)) {
    throw invalidParam('withdrawnAt', "'withdrawnAt' must be after 'enrolledAt' and not in the future.", {
      reason: 'not_accepted',
    });
  }
};

/** The columns of an enrollment. It is completed where the challenge is over. @throws Problem 400 */
const columnsOf = (tx: Tx, row: Row, challenge: ChallengeRow) => {
  const enrolledAt = utc(required({ enrolledAt: row.enrolledAt }, 'Send when the client enrolled.').enrolledAt);
  const withdrawnAt = utc(row.withdrawnAt) ?? null;
  checkTimes(tx, { enrolledAt, withdrawnAt });
  const isOver = isClosed(challenge, tx.now);
  const derived = withdrawnAt !== null ? 'withdrawn' : isOver ? 'completed' : 'enrolled';
  const status = row.status === 'enrolled' && row.state === undefined ? derived : (row.status ?? derived);
  if ((status === 'withdrawn') !== (withdrawnAt !== null)) {
    throw invalidParam(
      'withdrawnAt',
      "An enrollment has 'withdrawnAt' when its status is withdrawn. Correct one of them.",
      { reason: 'not_accepted' },
    );
  }
  if (status === 'completed' && !isOver) {
    throw invalidParam('status', 'The challenge is not over. Send enrolled or withdrawn.', { reason: 'not_accepted' });
  }
  const spans = row.state?.spans.map((span) => span.map((at) => utc(at))) ?? [[enrolledAt, withdrawnAt]];
  const completedAt = status === 'completed' ? (utc(row.completedAt) ?? challenge.closesAt) : null;
  const finalRank = status === 'completed' ? (row.finalRank ?? null) : null;
  return { status, enrolledAt, withdrawnAt, completedAt, finalRank, spans: JSON.stringify(spans) };
};

/** A part of a challenge that a row names. @throws Problem 400 */
const partOf = <Part extends { readonly challengeId: string }>(
  found: Part | undefined,
  challenge: ChallengeRow,
  [param, kind, value]: readonly [param: string, kind: string, value: string],
): Part => {
  if (found?.challengeId === challenge.id) return found;
  throw missingResource(param, kind, value);
};

const create = (tx: Tx, caller: Caller, row: Row, _raising: Tx, reactions: ImportReactions): string => {
  const client = clientOf(tx, caller, row);
  const challenge = namedChallenge.find(tx, caller, row);
  if (challenge.publishedAt === null) {
    throw invalidParam('challengeId', `The challenge '${challenge.title}' is a draft. Publish it first.`, {
      reason: 'not_accepted',
    });
  }
  const { pointsRules } = Challenge.view(challenge);
  const at = atCreation(tx, row.createdAt ?? row.enrolledAt);
  const columns = columnsOf(tx, row, challenge);
  const { division, displayConsent } = row;
  const measured = (row.assessments ?? []).flatMap(({ values }) => Object.keys(values));
  requireNoNewWords(tx, client.id, row, [division, ...measured]);
  const made = ChallengeEnrollment.make(at, defined({ division, displayConsent }), {
    id: idOf(tx, row.id),
    challengeId: challenge.id,
    clientId: client.id,
    ...columns,
  });
  const submissions = (row.assessments ?? []).map((each, index) => {
    const param = `assessments[${index}]`;
    const found = ChallengeAssessment.rows.find(tx, each.assessmentId);
    const assessment = partOf(found, challenge, [`${param}.assessmentId`, 'assessment', each.assessmentId]);
    const createdAt = utc(each.createdAt ?? each.measuredAt);
    return {
      id: idOf(tx, each.id),
      assessmentId: assessment.id,
      values: JSON.stringify(each.values),
      measuredAt: utc(each.measuredAt),
      createdAt,
      updatedAt: utc(each.updatedAt) ?? createdAt,
      worth: assessment.pointsValue ?? pointsRules.perAssessment,
      counted: factColumns(tx, caller, each.fact, `${param}.fact`),
    };
  });
  const reads = (row.articles ?? []).map((each, index) => {
    const param = `articles[${index}]`;
    const found = ChallengeArticle.rows.find(tx, each.articleId);
    const article = partOf(found, challenge, [`${param}.articleId`, 'article', each.articleId]);
    return {
      id: idOf(tx, each.id),
      articleId: article.id,
      readAt: utc(each.readAt),
      worth: article.pointsValue ?? pointsRules.perArticle,
      counted: factColumns(tx, caller, each.fact, `${param}.fact`),
    };
  });
  const isOver = isClosed(challenge, tx.now) || challenge.archivedAt !== null;
  const counted = isOver ? row.state?.visits : null;
  const visits = counted?.map((visit) => ({ ...visit, at: utc(visit.at) })) ?? null;
  const stored = { ...made, updatedAt: utc(row.updatedAt) ?? at.now };
  restoreEnrollment(tx, reactions, challenge, stored, { submissions, reads, visits });
  return made.id;
};

/** Enrollments are identified by id, or by the client and the challenge. What members did in it counts. */
export const importEnrollments = importFamily(ImportEnrollment, {
  rights: { create: ['updateClient', 'updateChallenge'], update: ['updateClient', 'updateChallenge'] },
  find,
  create,
  references: [namedChallenge],
  reach: (tx, caller, record) => requireReach(tx, caller, 'enrollment', record),
  shown: (tx, record) => enrollmentViews(tx)(record),
  compared: (_tx, _caller, { pointsTotal: _points, ...row }) => ownFields(row),
});
