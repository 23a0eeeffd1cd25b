import type { Read } from '../../../database/database.ts';
import { tableRows } from '../../../records/query.ts';
import { challengeGoalEntries, type GoalEntryRow } from '../tables.ts';
import type { GoalRow } from './record.ts';

const GOALS = `select * from "challengeGoals" where "challengeId" = ? and "archivedAt" is null order by "position", "id"`;

export const goalsOf = (read: Read, challengeId: string): GoalRow[] =>
  read.db.query<GoalRow, [string]>(GOALS).all(challengeId);

export const goalEntryRows = tableRows(challengeGoalEntries);

const ENTRY = `select * from "challengeGoalEntries" where "enrollmentId" = ? and "goalId" = ? and "periodIndex" = ?`;

export const goalEntry = (
  read: Read,
  enrollmentId: string,
  goalId: string,
  periodIndex: number,
): GoalEntryRow | undefined =>
  read.db.query<GoalEntryRow, [string, string, number]>(ENTRY).get(enrollmentId, goalId, periodIndex) ?? undefined;

const COUNTS = `select coalesce(sum("achieved"), 0) "achieved", count("committedAt") "committed"
  from "challengeGoalEntries" where "enrollmentId" = ?`;

/** The periods of goals that a member has achieved, and committed to. */
export const goalCounts = (read: Read, enrollmentId: string): { achieved: number; committed: number } =>
  read.db.query<{ achieved: number; committed: number }, [string]>(COUNTS).get(enrollmentId) ?? {
    achieved: 0,
    committed: 0,
  };
