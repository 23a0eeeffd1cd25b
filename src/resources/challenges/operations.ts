import type { Read } from '../../database/database.ts';
import { memberOperations } from '../../http/operations/declare.ts';
import { at, from } from '../../http/operations/example.ts';
import { missingResource } from '../../kernel/problem.ts';
import { flag, integer, listOf, oneOf, optional } from '../../kernel/schemas.ts';
import { pageOfAll } from '../../records/pages.ts';
import { picturesFor } from '../content/entries/view.ts';
import type { PosterUrl } from '../content-media/view.ts';
import { ARTICLES, ASSESSMENTS, CHALLENGES } from '../demo-ids.ts';
import type { FactReactions, Reactions } from '../reactions.ts';
import { readArticle } from './articles/articles.ts';
import { articlesOf } from './articles/queries.ts';
import { ChallengeArticle, ChallengeArticleList } from './articles/record.ts';
import { articleViews } from './articles/view.ts';
import { assessmentsOf } from './assessments/queries.ts';
import {
  ChallengeAssessment,
  ChallengeAssessmentList,
  ChangeAssessment,
  SubmitAssessment,
} from './assessments/record.ts';
import { changeAssessment, submitAssessment } from './assessments/submit.ts';
import { assessmentViews } from './assessments/view.ts';
import { EnrollInChallenge, enroll, withdraw } from './enrollments/enroll.ts';
import { asMember, onChallenge, requireEnrolled, requireParticipant } from './member.ts';
import { livePartOf } from './parts.ts';
import { attendanceOf } from './progress/attendance.ts';
import { progressOf } from './progress/progress.ts';
import { enrollmentOf, memberChallengePage, pastChallengePage } from './queries.ts';
import {
  CHALLENGE_STATUSES,
  CHALLENGE_TYPES,
  ChallengeEnrollment,
  type ChallengeRow,
  MemberChallenge,
} from './record.ts';
import { ChallengeAttendance, ChallengeProgress } from './shapes.ts';
import { enrollmentView, memberChallengeViews } from './view.ts';

const spring = at(CHALLENGES.spring);
const inSpring = (name: string, id: string) => ({ path: { id: CHALLENGES.spring, [name]: id } });
const article = inSpring('articleId', ARTICLES.morningFlow);

const on = onChallenge;

const ownId = (read: Read, { id }: ChallengeRow, clientId: string) => enrollmentOf(read, id, clientId)?.id;

/** The assessment that a body names. @throws Problem 400. */
const namedAssessment = (read: Read, challenge: ChallengeRow, id: string) => {
  const row = assessmentsOf(read, challenge.id).find((each) => each.id === id.toLowerCase());
  if (row === undefined) throw missingResource('assessmentId', 'assessment', id);
  return row;
};

type Followed = FactReactions & Pick<Reactions, 'enrollmentChanged' | 'pointsChanged'>;

interface ChallengeDeps {
  readonly reactions: Followed;
  readonly posterUrl: PosterUrl;
}

export const challengeOperations = ({ reactions, posterUrl }: ChallengeDeps) =>
  memberOperations(({ list, read, write }) => [
    list(
      'GET /v2/member/challenges',
      'listChallenges',
      {
        summary: 'List challenges',
        description:
          "Returns the challenges at the member's home site by start date, each with the member's enrollment. " +
          'Members do not see drafts or archived challenges: filtering by these returns nothing.',
        filters: {
          status: optional(oneOf(...CHALLENGE_STATUSES)),
          type: optional(oneOf(...CHALLENGE_TYPES)),
          enrolled: optional(flag()),
        },
        response: listOf(MemberChallenge),
        example: { query: { status: 'active' } },
      },
      (read, { caller, page, query }) => {
        const found = memberChallengePage(read, page, asMember(read, caller), query);
        return { page: found, view: memberChallengeViews(read, caller.clientId, found.rows) };
      },
    ),
    list(
      'GET /v2/member/challenges/history',
      'listPastChallenges',
      {
        summary: 'List past challenges',
        description: 'Returns challenges of the member that have ended or that the member has left, newest first.',
        response: listOf(MemberChallenge),
      },
      (read, { caller, page }) => {
        const found = pastChallengePage(read, page, asMember(read, caller));
        return { page: found, view: memberChallengeViews(read, caller.clientId, found.rows) };
      },
    ),
    read(
      'GET /v2/member/challenges/:id',
      'getChallenge',
      {
        summary: 'Retrieve a challenge',
        description: "Returns the challenge with the member's enrollment.",
        on,
        response: MemberChallenge,
        example: spring,
      },
      (read, { caller, record }) => memberChallengeViews(read, caller.clientId, [record])(record),
    ),
    write(
      'POST /v2/member/challenges/:id/enroll',
      'enrollInChallenge',
      {
        summary: 'Enroll in a challenge',
        description:
          'Members who had withdrawn get their earlier points back. Fails with 409 `enrollment_closed` outside the ' +
          'enrollment period, `challenge_full`, or `already_enrolled`.',
        on,
        body: EnrollInChallenge,
        status: 201,
        response: ChallengeEnrollment.schema,
        example: {
          path: { id: from(CHALLENGES.steps, 'publishChallenge') },
          body: { acceptRules: true, displayConsent: true },
        },
      },
      (tx, { caller, record, body }) =>
        enrollmentView(tx, enroll(tx, reactions, record, caller.clientId, body), record),
    ),
    write(
      'DELETE /v2/member/challenges/:id/enroll',
      'withdrawFromChallenge',
      {
        summary: 'Withdraw from a challenge',
        description: "The member's activity in the challenge is kept. Fails with 409 `not_enrolled`.",
        on,
        errors: [409],
        response: ChallengeEnrollment.schema,
        example: spring,
      },
      (tx, { caller, record }) => enrollmentView(tx, withdraw(tx, reactions, record, caller.clientId), record),
    ),
    list(
      'GET /v2/member/challenges/:id/assessments',
      'listChallengeAssessments',
      {
        summary: "List a challenge's assessments",
        description: "Returns assessments in the order of their stages, each with the member's submission.",
        on,
        response: ChallengeAssessmentList,
        example: spring,
      },
      (read, { caller, record, page }) => ({
        page: pageOfAll(assessmentsOf(read, record.id), page),
        view: assessmentViews(read, record, ownId(read, record, caller.clientId)),
      }),
    ),
    write(
      'POST /v2/member/challenges/:id/assessments/submit',
      'submitChallengeAssessment',
      {
        summary: 'Submit an assessment',
        description:
          'Each assessment can be submitted once. Fails with 409 `not_enrolled`, `submission_closed`, or ' +
          '`assessment_already_submitted`.',
        on,
        body: SubmitAssessment,
        status: 201,
        response: ChallengeAssessment.schema,
        example: { ...spring, body: { assessmentId: ASSESSMENTS.start, values: { plank: 60 } } },
      },
      (tx, { caller, record, body: { assessmentId, ...body } }) => {
        const enrollment = requireEnrolled(tx, record, caller.clientId);
        const row = namedAssessment(tx, record, assessmentId);
        submitAssessment(tx, reactions, { challenge: record, enrollment }, row, body);
        return assessmentViews(tx, record, enrollment.id)(row);
      },
    ),
    write(
      'PUT /v2/member/challenges/:id/assessments/:assessmentId',
      'changeChallengeAssessment',
      {
        summary: 'Update a submitted assessment',
        description:
          'Replaces the answers while the assessment is open. Fails with 404 if nothing was submitted, and with ' +
          '409 `submission_closed`.',
        on,
        body: ChangeAssessment,
        errors: [409],
        response: ChallengeAssessment.schema,
        example: { ...inSpring('assessmentId', ASSESSMENTS.habits), body: { values: { hours: 8 } } },
      },
      (tx, { caller, record, params, body }) => {
        const row = livePartOf(tx, ChallengeAssessment, record, String(params.assessmentId));
        const enrollment = requireEnrolled(tx, record, caller.clientId);
        changeAssessment(tx, record, enrollment.id, row, body);
        return assessmentViews(tx, record, enrollment.id)(row);
      },
    ),
    read(
      'GET /v2/member/challenges/:id/attendance',
      'getChallengeAttendance',
      {
        summary: "Retrieve the member's attendance in a challenge",
        description: "The visits that count, by week, with each week's target. Fails with 409 `not_enrolled`.",
        on,
        errors: [409],
        response: ChallengeAttendance,
        example: spring,
      },
      (read, { caller, record }) => attendanceOf(read, record, requireParticipant(read, record, caller.clientId)),
    ),
    list(
      'GET /v2/member/challenges/:id/articles',
      'listChallengeArticles',
      {
        summary: "List a challenge's articles",
        description: 'Returns articles by week and position. An article opens at the start of its week, in local time.',
        on,
        filters: { week: optional(integer(1, 54)) },
        response: ChallengeArticleList,
        example: spring,
      },
      (read, { caller, record, query: { week }, page }) => {
        const rows = articlesOf(read, record.id).filter(({ weekNumber }) => week === undefined || weekNumber === week);
        const found = pageOfAll(rows, page);
        return {
          page: found,
          view: articleViews(
            read,
            record,
            found.rows,
            ownId(read, record, caller.clientId),
            picturesFor(posterUrl, caller),
          ),
        };
      },
    ),
    write(
      'POST /v2/member/challenges/:id/articles/:articleId/read',
      'readChallengeArticle',
      {
        summary: 'Mark an article as read',
        description:
          'Marking it again changes nothing. Fails with 403 `content_locked` before its week, and with 409 ' +
          '`not_enrolled`.',
        on,
        errors: [409],
        response: ChallengeArticle.schema,
        example: article,
      },
      (tx, { caller, record, params }) => {
        const row = livePartOf(tx, ChallengeArticle, record, String(params.articleId));
        const enrollment = requireEnrolled(tx, record, caller.clientId);
        readArticle(tx, reactions, { challenge: record, enrollment }, row);
        return articleViews(tx, record, [row], enrollment.id, picturesFor(posterUrl, caller))(row);
      },
    ),
    read(
      'GET /v2/member/challenges/:id/progress',
      'getChallengeProgress',
      {
        summary: "Retrieve the member's progress in a challenge",
        description: 'Points, rank, and what is due next. Fails with 409 `not_enrolled`.',
        on,
        errors: [409],
        response: ChallengeProgress,
        example: spring,
      },
      (read, { caller, record }) => progressOf(read, record, requireParticipant(read, record, caller.clientId)),
    ),
  ]);
