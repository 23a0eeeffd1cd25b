import { CalendarCheck, CalendarClock, CalendarOff, Plus } from 'lucide-react';
import { useText } from '../../../base/texts.tsx';
import { NotifiedLine } from '../../../parts/session/outcome-lines.tsx';
import { PreviewedSessions } from '../../../parts/timetable/previewed-sessions.tsx';
import { LoadError } from '../../../ui/notices/errors.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import { SkeletonRows } from '../../../ui/tables/skeleton-rows.tsx';
import type { SitePreview } from './queries.ts';

interface SiteOutcomeProps {
  readonly preview: SitePreview | null | undefined;
  readonly error: Error | null;
  readonly isChecking: boolean;
  readonly onRetry: () => void;
}

/** What a change of closures or of the zone will do, as the server says it: which classes fall or move, and who is notified. */
export const SiteOutcome = ({ preview, error, isChecking, onRetry }: SiteOutcomeProps) => {
  const t = useText();
  return (
    <>
      <section className="card" aria-labelledby="site-outcome">
        <header>
          <h2 id="site-outcome">{t('sites.outcome')}</h2>
        </header>
        <div className="body stack" aria-busy={isChecking}>
          {error !== null && <LoadError error={error} onRetry={onRetry} />}
          {!preview && error === null && <SkeletonRows />}
          {preview && (
            <ul className="outcome">
              {preview.sessionsCancelled > 0 && (
                <li>
                  <Icon of={CalendarOff} />
                  <span>
                    {t('calendar.closeOutcome', {
                      cancelled: preview.sessionsCancelled,
                      bookings: preview.bookingsCancelled,
                    })}
                  </span>
                </li>
              )}
              {preview.sessionsUpdated > 0 && (
                <li>
                  <Icon of={CalendarClock} />
                  <span>{t('sites.outcomeMoved', { count: preview.sessionsUpdated })}</span>
                </li>
              )}
              {preview.sessionsCreated > 0 && (
                <li>
                  <Icon of={Plus} />
                  <span>{t('sites.outcomeCreated', { count: preview.sessionsCreated })}</span>
                </li>
              )}
              {preview.kept > 0 && (
                <li>
                  <Icon of={CalendarCheck} />
                  <span>{t('calendar.closeKept', { count: preview.kept })}</span>
                </li>
              )}
              {preview.sessions.length === 0 && (
                <li>
                  <Icon of={CalendarCheck} />
                  <span>{t('sites.outcomeNone')}</span>
                </li>
              )}
              <NotifiedLine preview={preview} />
            </ul>
          )}
        </div>
      </section>
      {preview && preview.sessionsCancelled + preview.sessionsCreated > 0 && <PreviewedSessions preview={preview} />}
    </>
  );
};
