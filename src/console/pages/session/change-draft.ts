import type { Translate } from '../../../texts/translate.ts';
import type { Schemas } from '../../api/types.ts';
import { type ClassDetails, changedDetails, detailsOf } from '../../class-page/details.ts';
import { type ClassTerms, changedTerms, termsOfSession, termsProblems } from '../../class-terms/terms.ts';
import { instantAt, isDate, wallTime } from '../../local-time.ts';
import { useMe } from '../../session.ts';
import { isTime } from '../../typed/read-time.ts';

/** What somebody has typed of a session. */
export interface Draft {
  readonly name: string;
  readonly date: string;
  readonly time: string;
  readonly minutes: string;
  readonly capacity: string;
  readonly roomName: string;
  readonly instructorId: string;
  readonly details: ClassDetails;
  readonly terms: ClassTerms;
}

type Session = Schemas['Session'];

/** A session as its form shows it. */
export const draftOf = (session: Session, localDate: (instant: string) => string, currency: string): Draft => ({
  name: session.name,
  date: localDate(session.startTime),
  time: wallTime(session.startTime, session.timezone),
  minutes: String(session.durationMinutes),
  capacity: session.capacity === null ? '' : String(session.capacity),
  roomName: session.roomName ?? '',
  instructorId: session.instructorId ?? '',
  details: detailsOf(session),
  terms: termsOfSession(session, currency),
});

/** What is wrong with fields, in words, by their names. */
export type Problems = { readonly [Field in Exclude<keyof Draft, 'details'>]?: string };

const isWhole = (text: string, least: number, most: number): boolean =>
  /^\d{1,5}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;

/** What cannot be taken of what was typed. */
export const problemsOf = ({ name, date, time, minutes, capacity, terms }: Draft, t: Translate): Problems => ({
  ...(name.trim() === '' ? { name: t('session.wantsName') } : {}),
  ...(isDate(date) ? {} : { date: t('session.wantsDate') }),
  ...(isTime(time) ? {} : { time: t('session.wantsTime') }),
  ...(isWhole(minutes, 5, 1_440) ? {} : { minutes: t('session.wantsLength') }),
  ...(capacity.trim() === '' || isWhole(capacity, 1, 10_000) ? {} : { capacity: t('session.wantsCapacity') }),
  ...(Object.keys(termsProblems(terms, t)).length === 0 ? {} : { terms: t('classTerms.wrong') }),
});

/** Whether all that was typed can be taken. */
export const isSound = (draft: Draft, t: Translate): boolean => Object.keys(problemsOf(draft, t)).length === 0;

/** What has changed, as the interface takes it. */
export const changeOf = (before: Draft, after: Draft, zone: string): Schemas['UpdateSessionRequest'] => ({
  ...(after.name.trim() === before.name ? {} : { name: after.name.trim() }),
  ...(after.date === before.date && after.time === before.time
    ? {}
    : { startTime: instantAt(after.date, after.time, zone) }),
  ...(after.minutes === before.minutes ? {} : { durationMinutes: Number(after.minutes) }),
  ...(after.capacity === before.capacity
    ? {}
    : { capacity: after.capacity.trim() === '' ? null : Number(after.capacity) }),
  ...(after.roomName === before.roomName ? {} : { roomName: after.roomName === '' ? null : after.roomName }),
  ...(after.instructorId === before.instructorId
    ? {}
    : { instructorId: after.instructorId === '' ? null : after.instructorId }),
  ...changedDetails(before.details, after.details),
  ...changedTerms(before.terms, after.terms),
});

/** The names of the rooms of a session's site, and its own. */
export const useRooms = ({ siteId, roomName }: Pick<Session, 'siteId' | 'roomName'>): readonly string[] => {
  const names =
    useMe()
      .sites.find(({ id }) => id === siteId)
      ?.rooms.map(({ name }) => name) ?? [];
  return roomName === null || names.includes(roomName) ? names : [...names, roomName];
};
