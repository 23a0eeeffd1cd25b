import type { Schemas } from '../../../api/types.ts';
import { instantAt, isDate, localDateOf, wallTime } from '../../../base/time/local-time.ts';
import { isTime } from '../../../formats/read-time.ts';
import { fieldsOf } from '../../../forms/record-fields.ts';
import type { DraftOf, Studio } from '../../../forms/specs.ts';
import { AS_IS, classFields, LONGEST_WAITLIST, type OwnTerms } from '../../class-terms/class-record.ts';

type Session = Schemas['Session'];
type NewSession = Schemas['CreateSessionRequest'];

/** What the form has in another way than the class. */
interface Own extends OwnTerms {
  /** By the clock of its site. */
  readonly date: string;
  readonly time: string;
  /** Takes place although someone or a room is taken. */
  readonly overrideConflicts: boolean;
}
export type SessionDraft = DraftOf<Session, NewSession, Own>;

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** The fields of a class that takes place once, or of one that is changed alone. */
export const sessionFields = fieldsOf<Session, NewSession, Own>()({
  name: { kind: 'text', label: 'session.name', missing: 'session.wantsName' },
  date: {
    kind: 'date',
    label: 'session.date',
    row: 'when',
    read: ({ startTime, timezone }) => localDateOf(startTime, timezone),
    writes: ['startTime'],
    send: ({ date, time }, _, { timezone }) =>
      isDate(date) && isTime(time) ? { startTime: instantAt(date, time, timezone) } : {},
    problem: ({ date }) => (isDate(date) ? undefined : 'session.wantsDate'),
  },
  time: {
    kind: 'time',
    label: 'session.start',
    row: 'when',
    read: ({ startTime, timezone }) => wallTime(startTime, timezone),
    writes: ['startTime'],
    send: null,
    problem: ({ time }) => (isTime(time) ? undefined : 'session.wantsTime'),
  },
  durationMinutes: {
    kind: 'number',
    label: 'session.length',
    start: '60',
    row: 'when',
    problem: ({ durationMinutes }) => (isWhole(durationMinutes, 5, 1_440) ? undefined : 'session.wantsLength'),
  },
  capacity: {
    kind: 'number',
    label: 'session.capacity',
    hint: 'session.capacityHint',
    row: 'when',
    problem: ({ capacity }) =>
      capacity.trim() === '' || isWhole(capacity, 1, 10_000) ? undefined : 'session.wantsCapacity',
  },
  roomName: { kind: 'pick', label: 'session.room', none: 'session.anyRoom', row: 'when', isLeftOut: true },
  instructorId: {
    kind: 'pick',
    label: 'session.instructor',
    none: 'session.nobodyYet',
    other: 'system.bySomebody',
    row: 'when',
    isLeftOut: true,
  },
  ...classFields,
  waitlistEnabled: { ...classFields.waitlistEnabled, read: () => AS_IS },
  waitlistCapacity: { ...classFields.waitlistCapacity, read: () => AS_IS },
  overrideConflicts: {
    kind: 'switch',
    label: 'timetable.allow',
    isAlways: true,
    read: () => false,
    writes: [],
    send: ({ overrideConflicts }) => (overrideConflicts ? { overrideConflicts, allowConflict: true } : {}),
  },
});

/**
 * What the form of a copy begins with: the waiting list as the class has it, its own one too.
 * @param isLimited whether the rules of the site limit a waiting list. Those of a schedule, which a copy does not follow, may not.
 */
export const copyOf = (session: Session, studio: Studio, isLimited = false): SessionDraft => {
  const { waitlistEnabled: hasList, waitlistCapacity } = session;
  const most = waitlistCapacity ?? (isLimited ? LONGEST_WAITLIST : null);
  return {
    ...sessionFields.valuesOf(session, studio),
    waitlistEnabled: hasList ? 'on' : 'off',
    waitlistCapacity: hasList && most !== null ? String(most) : '',
  };
};

/** Of what people who are booked are notified. */
export const NOTIFIED = ['date', 'time', 'durationMinutes', 'capacity', 'roomName', 'instructorId'] as const;

/** What a class is, when, where, with whom and for how many. */
export const MAIN = ['name', ...NOTIFIED] as const;

/** The form after a field is changed: what it collides with is asked about again. */
export const askedAnew = (draft: SessionDraft): SessionDraft => ({ ...draft, overrideConflicts: false });
