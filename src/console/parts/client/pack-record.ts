import type { Schemas } from '../../api/types.ts';
import { addDays, isDate, shownAt, startOfDate } from '../../base/time/local-time.ts';
import { nowMs } from '../../base/time/now.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import type { DraftOf } from '../../forms/specs.ts';

/** What a dialog about a package gets. */
export interface PackProps {
  readonly pack: Schemas['Package'];
  readonly onClose: () => void;
}

/** What an act on a package may change. */
export const PACK_CHANGES = ['client', 'booking', 'package', 'payment', 'checkin'] as const;

const MAX_REASON = 200;
const USUAL_DAYS = 14;

type Freeze = Schemas['FreezePackageRequest'];

/** A freeze lasts from a day to a day, which its form has in place of the instants. */
interface FreezeOwn {
  readonly from: string;
  readonly until: string;
}
type FreezeDraft = DraftOf<Freeze, Freeze, FreezeOwn>;

const todayIn = (timezone: string): string => new Date(shownAt(nowMs(), timezone)).toISOString().slice(0, 10);

const startIn = (day: string, timezone: string): string => new Date(startOfDate(day, timezone)).toISOString();

export const isFreezeEarly = ({ from, until }: Pick<FreezeDraft, 'from' | 'until'>): boolean =>
  isDate(until) && until <= from;

export const freezeFields = fieldsOf<Freeze, Freeze, FreezeOwn>()({
  from: {
    kind: 'date',
    isFirst: true,
    row: 'days',
    label: 'client.freezeFrom',
    start: ({ timezone }) => todayIn(timezone),
    read: () => '',
    writes: ['startsAt'],
    // From today on means from now on.
    send: ({ from }, _, { timezone }) =>
      !isDate(from) || from === todayIn(timezone) ? {} : { startsAt: startIn(from, timezone) },
  },
  until: {
    kind: 'date',
    row: 'days',
    label: 'client.freezeUntil',
    hint: 'client.freezeUntilHint',
    start: ({ timezone }) => addDays(todayIn(timezone), USUAL_DAYS),
    problem: (draft) => (isFreezeEarly(draft) ? 'client.freezeEarly' : undefined),
    read: () => '',
    writes: ['endsAt'],
    send: ({ until }, _, { timezone }) => (isDate(until) ? { endsAt: startIn(until, timezone) } : {}),
  },
  keepBookings: { kind: 'switch', look: 'check', label: 'client.freezeKeep', hint: 'client.freezeKeepHint' },
  reason: { kind: 'text', maxLength: MAX_REASON, label: 'client.reason', isLeftOut: true },
});

type Adjustment = Schemas['AdjustPackageRequest'];

/** The fields of an adjustment. Credits that are taken away are below zero. */
export const adjustFields = fieldsOf<Adjustment, Adjustment>()({
  delta: {
    kind: 'number',
    isDecimal: true,
    least: Number.NEGATIVE_INFINITY,
    label: 'client.adjustDelta',
    start: '1',
    problem: ({ delta }) => (Number(delta) === 0 ? 'client.adjustNothing' : undefined),
  },
  reason: { kind: 'text', maxLength: MAX_REASON, label: 'client.reason', missing: 'client.adjustReasonMissing' },
});
