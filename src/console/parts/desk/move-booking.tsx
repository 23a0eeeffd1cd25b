import { useMutation, useQuery } from '@tanstack/react-query';
import { CalendarOff, Mail, Ticket } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import { ApiError, client, send } from '../../api/client.ts';
import { isNotStarted } from '../../api/is-not-started.ts';
import type { Schemas } from '../../api/types.ts';
import { useKeyFor } from '../../api/use-key-for.ts';
import { useText } from '../../base/texts.tsx';
import { useNow } from '../../base/time/now.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { PREVIEW, useRefresh } from '../../live/refresh.ts';
import { Button } from '../../ui/button.tsx';
import { AutocompleteInput } from '../../ui/choices/autocomplete-input.tsx';
import { hasText } from '../../ui/choices/matches.ts';
import { ActionError, LoadError } from '../../ui/notices/errors.tsx';
import { OutcomeLine } from '../../ui/notices/outcome-line.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { NothingFound } from '../../ui/tables/nothing-found.tsx';
import { SkeletonRows } from '../../ui/tables/skeleton-rows.tsx';
import { sessionsAheadQuery } from '../client/session-queries.ts';
import { hasBegun } from './open-classes.ts';

type Preview = Schemas['BookingMovePreview'];
type Session = Schemas['Session'];

interface MoveProps {
  readonly booking: { readonly id: string; readonly sessionId: string };
  /** Who is booked, and into what. */
  readonly name: string;
  readonly session: Pick<Session, 'name' | 'startTime' | 'timezone' | 'siteId'>;
  readonly onClose: () => void;
}

interface ConfirmProps extends Pick<MoveProps, 'booking' | 'name' | 'onClose'> {
  readonly to: Session;
  readonly onBack: () => void;
}

/** What the move does, and the move itself. Once it is late, the desk decides whether it is free. */
const Confirm = ({ booking: { id }, name, to, onBack, onClose }: ConfirmProps) => {
  const t = useText();
  const refresh = useRefresh();
  const { dayTime } = useFormats(to.timezone);
  const now = useNow();
  const [isFree, setFree] = useState(false);
  const keyFor = useKeyFor();
  const path = '/v2/bookings/{id}/move';
  const body = { sessionId: to.id, ...(isFree ? { isLateCancel: false } : {}) };
  const act = useMutation({
    mutationFn: () => send(client.POST(path, { params: { path: { id }, header: keyFor(body) }, body })),
    onSuccess: () => {
      void refresh('booking');
      say(t('client.bookingMoved', { name, class: to.name, when: dayTime(to.startTime) }));
      onClose();
    },
  });
  const { data, error, isPending } = useQuery({
    queryKey: ['move-preview', id, body],
    meta: PREVIEW,
    queryFn: async () =>
      (await send(client.POST(path, { params: { path: { id }, query: { dry_run: true } }, body }))) as Preview,
    enabled: isNotStarted(act),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  const isLate = error instanceof ApiError && error.code === 'late_cancel_not_allowed';
  return (
    <div className="stack" data-gap="wide">
      <p>{t('client.moveTo', { class: to.name, when: dayTime(to.startTime) })}</p>
      <div aria-live="polite">
        {isPending && <SkeletonRows />}
        {isLate && (
          <div className="notice" data-tone="caution" role="alert">
            <div className="text">{t('client.moveLate')}</div>
          </div>
        )}
        {data !== undefined && error === null && (
          <ul className="outcome">
            <OutcomeLine of={Ticket}>{t(data.keepsCredit ? 'client.moveKeeps' : 'client.moveOtherPass')}</OutcomeLine>
            <OutcomeLine of={CalendarOff}>
              {Date.parse(data.freeCancelUntil) > now
                ? t('client.moveFreeUntil', { when: dayTime(data.freeCancelUntil) })
                : t('client.moveFreeOver')}
            </OutcomeLine>
            <OutcomeLine of={Mail}>{t('client.moveNotified', { count: data.notifiedCount })}</OutcomeLine>
          </ul>
        )}
        <ActionError error={act.error ?? (isLate ? null : error)} />
      </div>
      <div className="row" data-wrap="">
        {isLate ? (
          <Button variant="danger" onPress={() => setFree(true)}>
            {t('client.moveAnyway')}
          </Button>
        ) : (
          <Button
            variant="primary"
            autoFocus
            isPending={act.isPending}
            isDisabled={data === undefined || error !== null}
            onPress={() => act.mutate()}
          >
            {t('client.moveAct')}
          </Button>
        )}
        <Button onPress={onBack}>{t('client.moveOther')}</Button>
      </div>
    </div>
  );
};

/** Moves somebody's booking to another class: found by typing, with what it does said before. */
export const MoveBooking = ({ booking, name, session, onClose }: MoveProps) => {
  const t = useText();
  const { time, localDate, dayTime } = useFormats(session.timezone);
  const { longDay } = useFormats('UTC');
  const today = localDate(useNow());
  const [text, setText] = useState('');
  const [to, setTo] = useState<Session>();
  const ahead = useQuery(sessionsAheadQuery(session.siteId, today));
  const { data = [], error, isPending, refetch } = ahead;
  const words = text.split(/\s+/);
  const shown = data.filter((each) => {
    const about = `${each.name} ${each.instructor?.displayName ?? ''} ${time(each.startTime)}`;
    return each.id !== booking.sessionId && !hasBegun(each) && words.every((word) => hasText(about, word));
  });
  const choose = (id: unknown): void => setTo(shown.find((each) => each.id === id));
  const days = Map.groupBy(shown, ({ localDate: date }) => date);
  return (
    <Dialog title={t('client.moveTitle', { name })} onClose={onClose}>
      <p className="small quiet">{t('client.moveFrom', { class: session.name, when: dayTime(session.startTime) })}</p>
      {to !== undefined ? (
        <Confirm {...{ booking, name, to, onClose }} onBack={() => setTo(undefined)} />
      ) : (
        <Autocomplete inputValue={text} onInputChange={setText}>
          <AutocompleteInput
            className="field finds-field"
            label={t('client.bookFind')}
            placeholder={t('client.bookFind')}
            text={text}
            items={shown}
            isFound={!isPending}
            onChoose={choose}
          />
          {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
          <ListBox
            className="finds finds-whole"
            aria-label={t('client.bookClasses')}
            onAction={choose}
            renderEmptyState={() => <NothingFound of={ahead}>{t('client.bookNothing')}</NothingFound>}
          >
            {[...days].map(([date, sessions]) => (
              <ListBoxSection key={date} id={date}>
                <Header className="finds-day">
                  {date === today ? t('words.today') : longDay(`${date}T12:00:00Z`)}
                </Header>
                {sessions.map((each) => (
                  <ListBoxItem key={each.id} id={each.id} textValue={each.name} className="find row">
                    <span className="num">{time(each.startTime)}</span>
                    <span className="who">
                      <b>{each.name}</b>
                      <small>{[each.roomName, each.instructor?.displayName].filter(Boolean).join(', ')}</small>
                    </span>
                    <span className="small quiet">
                      {each.isFull
                        ? t('client.full', { count: each.waitlistCount })
                        : each.availableSpots === null
                          ? ''
                          : t('words.seatsFree', { count: each.availableSpots })}
                    </span>
                  </ListBoxItem>
                ))}
              </ListBoxSection>
            ))}
          </ListBox>
        </Autocomplete>
      )}
    </Dialog>
  );
};
