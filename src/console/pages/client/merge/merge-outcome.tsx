import { ArrowRight, CalendarOff, CircleCheck, LogOut, type LucideIcon, Mail, Merge, Plus, X } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { OutcomeLine } from '../../../ui/notices/outcome-line.tsx';
import { useFieldWords } from '../edit/field-words.ts';
import type { MergePreview } from './queries.ts';

/** Fields whose values say nothing to the desk: their names alone are shown. */
const NAMED = ['photoUrl', 'metadata', 'referredByClientId'];
/** Fields that follow from others. */
const HIDDEN = ['archivedAt', 'marketingConsent.updatedAt'];

/** The fields of a client that a merge changes or drops, a line for each. */
const useFieldLines = () => {
  const { nameOf, shownOf } = useFieldWords();
  const linesOf = (fields: Readonly<Record<string, unknown>>, parent = ''): string[] =>
    Object.entries(fields).flatMap(([name, value]) => {
      const path = parent === '' ? name : `${parent}.${name}`;
      if (value === null || HIDDEN.includes(path)) return [];
      if (NAMED.includes(path)) return [nameOf(path)];
      if (Array.isArray(value)) return [`${nameOf(path)}: ${value.join(', ')}`];
      if (typeof value === 'object') return linesOf({ ...value }, path);
      return [`${nameOf(path)}: ${shownOf(path, typeof value === 'boolean' ? value : String(value))}`];
    });
  return linesOf;
};

const MOVED = [
  ['bookings', 'merge.bookings'],
  ['packages', 'merge.packages'],
  ['payments', 'merge.payments'],
  ['paymentMethods', 'merge.cards'],
  ['checkins', 'merge.checkins'],
  ['enrollments', 'merge.challenges'],
  ['awards', 'merge.awards'],
  ['metricEntries', 'merge.results'],
] as const;

/** What signs in as the one who goes: it moves to no one. */
const ENDED = [
  ['devices', 'merge.devices'],
  ['passkeys', 'merge.passkeys'],
  ['memberLinks', 'merge.signIns'],
  ['erasureRequests', 'merge.erasures'],
] as const;

interface MergeOutcomeProps {
  readonly preview: MergePreview;
  readonly stays: string;
  readonly goes: string;
}

const Lines = ({ of, title, lines }: { of: LucideIcon; title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <OutcomeLine of={of}>
      {title}
      <ul className="outcome-list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </OutcomeLine>
  );

/** What merging two clients would do, by the server's preview. */
export const MergeOutcome = ({ preview, stays, goes }: MergeOutcomeProps) => {
  const t = useText();
  const linesOf = useFieldLines();
  const { moved, ended, emailTakenOver, bookingsCancelled, visitsDropped, enrollmentsDropped, awardsDropped } = preview;
  const { visits, changes, dropped } = preview;
  const parts = MOVED.flatMap(([kind, word]) => (moved[kind] > 0 ? [t(word, { count: moved[kind] })] : []));
  const ends = ENDED.flatMap(([kind, word]) => (ended[kind] > 0 ? [t(word, { count: ended[kind] })] : []));
  return (
    <ul className="outcome">
      <OutcomeLine of={ArrowRight}>
        {parts.length === 0 ? t('merge.nothing', { goes }) : t('merge.moves', { goes, stays, what: parts.join(', ') })}
      </OutcomeLine>
      {emailTakenOver !== null && (
        <OutcomeLine of={Mail}>{t('merge.emailTakenOver', { stays, email: emailTakenOver })}</OutcomeLine>
      )}
      {ends.length > 0 && <OutcomeLine of={LogOut}>{t('merge.ends', { goes, what: ends.join(', ') })}</OutcomeLine>}
      {bookingsCancelled.length > 0 && (
        <OutcomeLine of={CalendarOff}>{t('merge.twice', { count: bookingsCancelled.length })}</OutcomeLine>
      )}
      {visitsDropped > 0 && <OutcomeLine of={Merge}>{t('merge.visitsOnce', { count: visitsDropped })}</OutcomeLine>}
      {enrollmentsDropped.length > 0 && (
        <OutcomeLine of={Merge}>{t('merge.challengesOnce', { count: enrollmentsDropped.length })}</OutcomeLine>
      )}
      {awardsDropped > 0 && <OutcomeLine of={Merge}>{t('merge.awardsOnce', { count: awardsDropped })}</OutcomeLine>}
      <OutcomeLine of={CircleCheck}>{t('merge.visitsAfter', { stays, count: visits })}</OutcomeLine>
      <Lines of={Plus} title={t('merge.takenOver')} lines={linesOf(changes)} />
      <Lines of={X} title={t('merge.dropped')} lines={linesOf(dropped)} />
    </ul>
  );
};
