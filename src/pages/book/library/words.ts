import { Plan } from '../../../resources/plans/record.ts';
import type { BookContext } from '../layout.ts';
import type { Entry } from './shapes.ts';

/** 18 min; a minute for what is shorter. */
export const lengthOf = ({ t }: BookContext, seconds: number): string =>
  t('book.minutes', { count: Math.max(1, Math.round(seconds / 60)) });

export const leadersOf = ({ instructors = [] }: Entry): string =>
  instructors.map(({ displayName, firstName }) => displayName ?? firstName).join(', ');

/** The names of the plans that open an entry and are sold online. */
const openingPlans = ({ read }: BookContext, { accessPlanIds }: Entry): readonly string[] =>
  accessPlanIds.flatMap((id) => {
    const plan = Plan.rows.find(read, id);
    return plan !== undefined && plan.isSoldOnline === 1 && plan.archivedAt === null ? [plan.name] : [];
  });

/** How to open an entry that is locked; undefined for an open one. */
export const lockText = (context: BookContext, entry: Entry): string | undefined => {
  const { t, formats } = context;
  if (entry.isLocked !== true) return undefined;
  if (entry.lockReason === 'sign_in_required') return t('library.withSignIn');
  if (entry.lockReason === 'challenge_required') return t('library.withChallenge');
  if (entry.lockReason === 'not_unlocked_yet') return t('library.opensLater');
  const plans = openingPlans(context, entry).slice(0, 3);
  return plans.length === 0 ? t('library.withPass') : t('library.comesWith', { plans: formats.list(plans) });
};

/** What is below a title: how to open it, or who leads it and how long it still is. */
export const lineOf = (context: BookContext, entry: Entry): string => {
  const { t } = context;
  const locked = lockText(context, entry);
  if (locked !== undefined) return locked;
  const { durationSeconds, level, memberStatus } = entry;
  const isBegun =
    memberStatus?.status === 'in_progress' && durationSeconds !== null && memberStatus.positionSeconds > 0;
  const left = isBegun ? durationSeconds - memberStatus.positionSeconds : 0;
  const rest = left > 0 ? t('library.left', { time: lengthOf(context, left) }) : level;
  return [leadersOf(entry), rest].filter((each) => each !== null && each !== '').join(' · ');
};
