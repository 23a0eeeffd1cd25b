import { useText } from '../../../texts.tsx';
import { useFieldLines } from './field-lines.ts';
import type { MergePreview } from './queries.ts';

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

/** What signs in as the one who goes: it moves to nobody. */
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

const Lines = ({ title, lines }: { title: string; lines: readonly string[] }) =>
  lines.length > 0 && (
    <li>
      {title}
      <ul className="outcome-list">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </li>
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
    <ul className="outcome-list">
      <li>
        {parts.length === 0 ? t('merge.nothing', { goes }) : t('merge.moves', { goes, stays, what: parts.join(', ') })}
      </li>
      {emailTakenOver !== null && <li>{t('merge.emailTakenOver', { stays, email: emailTakenOver })}</li>}
      {ends.length > 0 && <li>{t('merge.ends', { goes, what: ends.join(', ') })}</li>}
      {bookingsCancelled.length > 0 && <li>{t('merge.twice', { count: bookingsCancelled.length })}</li>}
      {visitsDropped > 0 && <li>{t('merge.visitsOnce', { count: visitsDropped })}</li>}
      {enrollmentsDropped.length > 0 && <li>{t('merge.challengesOnce', { count: enrollmentsDropped.length })}</li>}
      {awardsDropped > 0 && <li>{t('merge.awardsOnce', { count: awardsDropped })}</li>}
      <li>{t('merge.visitsAfter', { stays, count: visits })}</li>
      <Lines title={t('merge.takenOver')} lines={linesOf(changes)} />
      <Lines title={t('merge.dropped')} lines={linesOf(dropped)} />
    </ul>
  );
};
