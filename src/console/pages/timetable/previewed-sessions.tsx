import { ArrowRight, CircleAlert, CircleX, Mail, Pin, Plus, Ticket } from 'lucide-react';
import { useState } from 'react';
import { useFormats } from '../../formats.ts';
import { useText } from '../../texts.tsx';
import { Button } from '../../ui/button.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Status } from '../../ui/status.tsx';
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

const Told = ({ session: { notified, change } }: { session: Previewed }) => {
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

/** The classes that a change touches, one by one. */
export const PreviewedSessions = ({ preview }: { preview: Pick<Preview, 'sessions' | 'hasMoreSessions'> }) => {
  const { sessions, hasMoreSessions } = preview;
  const t = useText();
  const { day } = useFormats();
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? sessions : sessions.slice(0, FIRST);
  if (sessions.length === 0) return null;
  return (
    <div className="card">
      <div className="table-region">
        <table className="data" data-cards="">
          <caption className="visually-hidden">{t('timetable.touched')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('timetable.class')}</th>
              <th scope="col">{t('timetable.changeColumn')}</th>
              <th scope="col" className="num" data-priority="3">
                {t('timetable.booked')}
              </th>
              <th scope="col">{t('timetable.whoIsNotified')}</th>
            </tr>
          </thead>
          <tbody>
            {shown.map((session, index) => {
              const place = session.new ?? session.old;
              return (
                <tr key={session.sessionId ?? `new ${index}`}>
                  <td data-cell="lead" className="nowrap strong">
                    {place === null ? '' : day(`${place.localDate}T12:00:00Z`)}
                  </td>
                  <td data-priority="2">
                    <Change session={session} />
                  </td>
                  <td className="num" data-priority="3">
                    {t('timetable.bookedCount', { booked: session.booked, waiting: session.waiting })}
                  </td>
                  <td data-cell="side">
                    <Told session={session} />
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
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
