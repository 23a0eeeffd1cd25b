import { CircleAlert } from 'lucide-react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { useConflictWords } from '../../parts/session/change/conflict-words.ts';
import { PreviewedSessions } from '../../parts/timetable/previewed-sessions.tsx';
import type { Preview } from '../../parts/timetable/previews.ts';
import { Button } from '../../ui/button.tsx';
import { LoadError } from '../../ui/notices/errors.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { Figure, Figures, there } from '../../ui/tables/figure.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';

interface ConflictsProps {
  readonly conflicts: Preview['conflicts'];
  readonly timeZone: string;
  readonly isAllowed: boolean;
  readonly onAllow: () => void;
}

/** Who or which room would be in two places, with the button that allows it. */
export const Conflicts = ({ conflicts, timeZone, isAllowed, onAllow }: ConflictsProps) => {
  const t = useText();
  const { day } = useFormats(timeZone);
  const wordsOf = useConflictWords(timeZone);
  const [conflict] = conflicts;
  if (conflict === undefined) return null;
  return (
    <div className="notice" data-tone="critical" role="status">
      <Icon of={CircleAlert} />
      <div className="text">
        <b>{t('timetable.conflicts', { count: conflicts.length })}</b>
        <span className="small">
          {t('timetable.conflictAt', { day: day(conflict.conflictingStartTime), what: wordsOf(conflict) })}
        </span>
      </div>
      {!isAllowed && (
        <Button size="small" onPress={onAllow}>
          {t('timetable.allow')}
        </Button>
      )}
    </div>
  );
};

interface DryRunProps extends Omit<ConflictsProps, 'conflicts'> {
  readonly preview: Preview | undefined;
  readonly error: Error | null;
  readonly isChecking: boolean;
  readonly onRetry: () => void;
}

/** What a change of a schedule would do, as the server says it. */
export const DryRun = ({ preview, error, isChecking, onRetry, ...shared }: DryRunProps) => {
  const t = useText();
  const { money, list } = useFormats();
  if (error !== null) return <LoadError error={error} onRetry={onRetry} />;
  if (preview === undefined) return <SkeletonRows />;
  const refunds = preview.refunds.map(({ amount, currency }) => money(amount, currency));
  return (
    <>
      <Figures isOld={isChecking}>
        <Figure label={t('timetable.updated')} of={there(preview)}>
          {({ sessionsUpdated, sessionsCreated: count }) => ({
            value: sessionsUpdated,
            note: t('timetable.andCreated', { count }),
          })}
        </Figure>
        <Figure label={t('timetable.cancelled')} of={there(preview)}>
          {({ sessionsCancelled }) => ({ value: sessionsCancelled })}
        </Figure>
        <Figure label={t('timetable.stay')} of={there(preview)}>
          {({ kept }) => ({ value: kept, note: t('timetable.byHand') })}
        </Figure>
        <Figure label={t('timetable.notified')} of={there(preview)}>
          {({ peopleNotified, bookingsAffected: count }) => ({
            value: peopleNotified,
            note: t('timetable.bookings', { count }),
          })}
        </Figure>
      </Figures>
      <Conflicts conflicts={preview.conflicts} {...shared} />
      <PreviewedSessions preview={preview} isOld={isChecking} />
      {refunds.length > 0 && <p className="quiet small">{t('timetable.refunds', { amount: list(refunds) })}</p>}
    </>
  );
};
