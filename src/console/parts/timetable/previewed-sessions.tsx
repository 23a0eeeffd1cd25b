import { ArrowRight, CircleAlert, CircleX, Mail, Pin, Plus, Ticket } from 'lucide-react';
import { useState } from 'react';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Button } from '../../ui/button.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';
import { DataTable } from '../../ui/tables/data-table.tsx';
import type { Preview } from './previews.ts';

type Previewed = Preview['sessions'][number];

/** So many classes are shown at first. */
const FIRST = 7;

/** What becomes of a class. */
const Change = ({ session }: { session: Previewed }) => {
  const t = useText();
  const { wallTime } = useFormats();
  const { change, old, new: next, conflict } = session;
  if (conflict !== null) {
    return (
      <Status icon={CircleAlert} tone="critical">
        {t('timetable.conflict')}
      </Status>
    );
  }
  if (change === 'cancelled') {
    return (
      <Status icon={CircleX} tone="critical">
        {t('timetable.isCancelled')}
      </Status>
    );
  }
  if (change === 'created') return <Status icon={Plus}>{t('timetable.isCreated')}</Status>;
  if (change === 'kept' || change === 'detached' || old === null || next === null) {
    return <Status icon={Pin}>{t('timetable.isKept')}</Status>;
  }
  if (old.localStartTime === next.localStartTime) return <Status>{t('timetable.otherDetails')}</Status>;
  return (
    <span className="row">
      <span className="struck">{wallTime(old.localStartTime)}</span>
      <Icon of={ArrowRight} />
      <b className="strong">{wallTime(next.localStartTime)}</b>
    </span>
  );
};

const Notified = ({ session: { notified, change } }: { session: Previewed }) => {
  const t = useText();
  if (notified === 0) return <span className="faint">{t('timetable.noneNotified')}</span>;
  return change === 'cancelled' ? (
    <Status icon={Ticket} tone="positive">
      {t('timetable.notifiedCancelled', { count: notified })}
    </Status>
  ) : (
    <Status icon={Mail} tone="info">
      {t('timetable.notifiedMoved', { count: notified })}
    </Status>
  );
};

interface PreviewedSessionsProps {
  readonly preview: Pick<Preview, 'sessions' | 'hasMoreSessions'>;
  /** Whether they are those of an earlier form. */
  readonly isOld?: boolean;
}

/** The classes that a change touches, one by one. */
export const PreviewedSessions = ({ preview, isOld = false }: PreviewedSessionsProps) => {
  const { sessions, hasMoreSessions } = preview;
  const t = useText();
  const { day } = useFormats('UTC');
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sessions : sessions.slice(0, FIRST);
  if (sessions.length === 0) return null;
  return (
    <div className="card" aria-busy={isOld || undefined} data-old={isOld ? '' : undefined}>
      <div className="table-region">
        <DataTable
          caption={t('timetable.touched')}
          rows={shown}
          keyOf={({ sessionId }, index) => sessionId ?? `new ${index}`}
          columns={[
            {
              id: 'class',
              name: t('timetable.class'),
              part: 'lead',
              className: 'nowrap strong',
              cell: (session) => {
                const place = session.new ?? session.old;
                return place === null ? '' : day(`${place.localDate}T12:00:00Z`);
              },
            },
            { id: 'change', name: t('timetable.changeColumn'), cell: (session) => <Change session={session} /> },
            {
              id: 'booked',
              name: t('timetable.booked'),
              priority: 3,
              isNumber: true,
              isQuiet: false,
              cell: ({ booked, waiting }) => t('timetable.bookedCount', { booked, waiting }),
            },
            {
              id: 'notified',
              name: t('timetable.whoIsNotified'),
              part: 'side',
              cell: (session) => <Notified session={session} />,
            },
          ]}
        />
      </div>
      {(sessions.length > FIRST || hasMoreSessions) && (
        <footer className="spread small quiet">
          <span>{t('timetable.shown', { count: shown.length, all: sessions.length })}</span>
          {!isWhole && (
            <Button className="link" onPress={() => setWhole(true)}>
              {t('timetable.showAll', { count: sessions.length })}
            </Button>
          )}
        </footer>
      )}
    </div>
  );
};
