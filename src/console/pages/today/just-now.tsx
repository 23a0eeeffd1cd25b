import { useMutation, useQuery } from '@tanstack/react-query';
import type { ResponseOf } from '../../api/types.ts';
import { Text, useText } from '../../base/texts.tsx';
import type { Formats } from '../../formats/use-formats.ts';
import { useAttendance } from '../../parts/desk/attendance.ts';
import { Button } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { latestQuery } from './queries.ts';

type Entry = ResponseOf<'listLatest'>['entries'][number];

const TEXTS = {
  checked_in: 'today.latestCheckedIn',
  booked: 'today.latestBooked',
  waitlisted: 'today.latestWaitlisted',
  cancelled: 'today.latestCancelled',
  no_show: 'today.latestNoShow',
  bought: 'today.latestBought',
  joined: 'today.latestJoined',
} as const satisfies Record<Entry['type'], string>;

const CHANNELS = {
  member_app: 'today.channelApp',
  kiosk: 'today.channelKiosk',
  api: 'today.channelApi',
} as const;

/** Where it was booked, where that is not the desk; what it cost; or the way back. */
const Side = ({ entry, formats }: { entry: Entry; formats: Formats }) => {
  const t = useText();
  const errorText = useErrorText();
  const { undo } = useAttendance();
  const { amount, bookingId, sessionId, canUndo, channel, type } = entry;
  const back = useMutation({
    mutationFn: async () => {
      if (bookingId === null || sessionId === null) return;
      const booking = { id: bookingId, sessionId, name: entry.name ?? '' };
      await undo([booking], type === 'no_show' ? 'noshow' : 'attended');
    },
    onError: (error) => say(errorText(error)),
  });
  if (canUndo) {
    return (
      <Button className="link small" isDisabled={back.isPending} onPress={() => back.mutate()}>
        {t('words.undo')}
      </Button>
    );
  }
  if (amount !== null) return <span className="small quiet">{formats.money(amount.amount, amount.currency)}</span>;
  if (type !== 'booked' || channel === null || !(channel in CHANNELS)) return null;
  return <span className="small quiet">{t(CHANNELS[channel as keyof typeof CHANNELS])}</span>;
};

/** What has happened at the site just now, the newest first; a check-in can be taken back. */
export const JustNow = ({ siteId, formats }: { siteId: string; formats: Formats }) => {
  const t = useText();
  const { data } = useQuery(latestQuery(siteId));
  if (data === undefined || data.entries.length === 0) return null;
  return (
    <section aria-labelledby="lat">
      <div className="section-head row">
        <h2 id="lat">{t('today.justNow')}</h2>
      </div>
      <ul className="latest">
        {data.entries.map((entry) => (
          <li key={entry.id}>
            <time dateTime={entry.at}>{formats.time(entry.at)}</time>
            <div>
              <span>
                <Text
                  id={TEXTS[entry.type]}
                  values={{ name: entry.name ?? t('words.otherSiteClient'), what: entry.title ?? '' }}
                />
              </span>
              <Side entry={entry} formats={formats} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
};
