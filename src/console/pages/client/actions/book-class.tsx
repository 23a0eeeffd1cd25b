import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Autocomplete, Header, ListBox, ListBoxItem, ListBoxSection } from 'react-aria-components';
import { ApiError, client, idempotencyKey, send } from '../../../api/client.ts';
import { instructorName } from '../../../base/instructor-name.ts';
import { useText } from '../../../base/texts.tsx';
import { useNow } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { bookingsQuery, type Client, type Session } from '../../../parts/client/queries.ts';
import { sessionsAheadQuery } from '../../../parts/client/session-queries.ts';
import { useRefreshClient } from '../../../parts/client/use-change.ts';
import { begunQuery, bookAtDesk, hasBegun, isOver } from '../../../parts/desk/open-classes.ts';
import { useCan, useSite } from '../../../session/session.ts';
import { Button, Link } from '../../../ui/button.tsx';
import { AutocompleteInput } from '../../../ui/choices/autocomplete-input.tsx';
import { hasText } from '../../../ui/choices/matches.ts';
import { LoadError, useErrorText } from '../../../ui/notices/errors.tsx';
import { Seats } from '../../../ui/notices/seats.tsx';
import { Status } from '../../../ui/notices/status.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { say, sayWithUndo } from '../../../ui/overlays/toasts.tsx';
import { NothingFound } from '../../../ui/tables/nothing-found.tsx';

interface Attempt {
  readonly session: Session;
  readonly joinWaitlist?: boolean;
  readonly overrideCapacity?: boolean;
}

/** How many classes are listed; more are found by typing. */
const MOST = 40;
const MOST_BEGUN = 20;

const countsOf = (session: Session) => ({
  here: session.attendedCount,
  expected: session.bookedCount - session.attendedCount,
  held: session.heldCount,
  capacity: session.capacity,
  waiting: session.waitlistCount,
});

/** The classes by day: those ahead, then those that have begun. */
const sectionsOf = (shown: readonly Session[]) => {
  const parts = Map.groupBy(shown, (session) => `${hasBegun(session) ? 'begun' : 'ahead'} ${session.localDate}`);
  return [...parts].map(([key, sessions]) => ({
    key,
    date: sessions[0]?.localDate ?? '',
    isBegun: key.startsWith('begun'),
    sessions,
  }));
};

const teacherOf = ({ instructor }: Session): string => (instructor == null ? '' : instructorName(instructor));

interface NotBookedProps {
  readonly error: unknown;
  readonly attempt: Attempt;
  readonly clientId: string;
  readonly name: string;
  readonly onTry: (attempt: Attempt) => void;
}

/** Why a class was not booked, with what can be done instead. */
const NotBooked = ({ error, attempt, clientId, name, onTry }: NotBookedProps) => {
  const t = useText();
  const can = useCan();
  const textOf = useErrorText();
  const code = error instanceof ApiError ? error.code : '';
  const { session } = attempt;
  return (
    <div className="notice" data-tone="critical" role="alert">
      <div className="text stack">
        <span>{code === 'session_full' && !hasBegun(session) ? t('client.bookFull', { name }) : textOf(error)}</span>
        <span className="row" data-wrap="">
          {code === 'session_full' && session.waitlistEnabled && !hasBegun(session) && (
            <Button size="small" onPress={() => onTry({ session, joinWaitlist: true })}>
              {t('client.bookWait')}
            </Button>
          )}
          {code === 'session_full' && can('bookings:override_capacity') && (
            <Button size="small" onPress={() => onTry({ session, overrideCapacity: true })}>
              {t('client.bookOver')}
            </Button>
          )}
          {/package|credit/.test(code) && can('packages:sell') && (
            <Link className="button" size="small" to="/sell" search={{ client: clientId, session: session.id }}>
              {t('client.sellAndBook')}
            </Link>
          )}
        </span>
      </div>
    </div>
  );
};

/** The words for what a client has in a class already. */
const HAS = { confirmed: 'client.hasPlace', attended: 'client.hasPlace', waitlisted: 'client.hasWait' } as const;

const isHad = (status: string): status is keyof typeof HAS => Object.hasOwn(HAS, status);

/** What room a class has, or what the client has in it already. */
const Room = ({ session, has }: { session: Session; has: (typeof HAS)[keyof typeof HAS] | undefined }) => {
  const t = useText();
  if (has !== undefined) return <Status icon={CircleCheck}>{t(has)}</Status>;
  return session.isFull && !isOver(session) ? (
    <span className="small quiet">{t('client.full', { count: session.waitlistCount })}</span>
  ) : (
    <Seats counts={countsOf(session)} size="small" />
  );
};

/** Finds a class of the coming days, and books it for a client. */
export const BookClass = ({ client: person, onClose }: { client: Client; onClose: () => void }) => {
  const t = useText();
  const site = useSite();
  const { time, dayTime, localDate } = useFormats(site.timezone);
  const { longDay } = useFormats('UTC');
  const can = useCan();
  const textOf = useErrorText();
  const refresh = useRefreshClient();
  const { data: bookings } = useInfiniteQuery(bookingsQuery(person.id, can('packages:sell')));
  const has = new Map(
    bookings?.pages.flatMap(({ data: all }) =>
      all.flatMap(({ sessionId, status }) => (isHad(status) ? [[sessionId, HAS[status]] as const] : [])),
    ),
  );
  const [text, setText] = useState('');
  const today = localDate(useNow());
  const ahead = useQuery(sessionsAheadQuery(site.id, today));
  const { error, isPending, refetch } = ahead;
  const { data: begun = [] } = useQuery(begunQuery(site.id, today));
  const data = [...(ahead.data ?? []).filter((session) => !hasBegun(session)), ...begun];
  const { firstName: name } = person;
  // The dialog is closed by then. What was booked by mistake costs nothing.
  const undo = useMutation({
    mutationFn: ({ id }: { readonly id: string; readonly session: Session }) =>
      send(
        client.POST('/v2/bookings/{id}/cancel', {
          params: { path: { id }, header: idempotencyKey() },
          body: { isLateCancel: false },
        }),
      ),
    onSuccess: (_, { session }) => say(t('client.bookingCancelled', { class: session.name })),
    onError: (refused) => say(textOf(refused)),
    onSettled: () => void refresh(),
  });
  const book = useMutation({
    mutationFn: ({ session, ...choice }: Attempt) =>
      bookAtDesk(session, { clientId: person.id, sessionId: session.id, ...choice }),
    onSuccess: ({ id, status, waitlist, creditsUsed: count }, { session }) => {
      const values = { name, class: session.name, time: dayTime(session.startTime) };
      const said =
        status === 'waitlisted'
          ? t('client.waits', { ...values, position: waitlist?.position ?? 1 })
          : t(status === 'attended' ? 'client.addedHere' : 'client.booked', values);
      sayWithUndo(count === 0 ? said : `${said} ${t('client.bookedCredits', { count })}`, () =>
        undo.mutate({ id, session }),
      );
      void refresh();
      onClose();
    },
  });
  const words = text.split(/\s+/);
  const found = data.filter((session) => {
    const about = `${session.name} ${teacherOf(session)} ${time(session.startTime)}`;
    return words.every((word) => hasText(about, word));
  });
  const begunFound = found.filter(hasBegun);
  const shown = [...found.filter((each) => !hasBegun(each)).slice(0, MOST), ...begunFound.slice(0, MOST_BEGUN)];
  const sections = sectionsOf(shown);
  const titleOf = (date: string, isBegun: boolean): string => {
    const day = date === today ? t('words.today') : longDay(`${date}T12:00:00Z`);
    return isBegun ? t('client.bookBegun', { day }) : day;
  };
  const choose = (id: unknown): void => {
    const session = found.find((each) => each.id === id);
    if (session !== undefined && !book.isPending)
      book.mutate({ session, ...(session.isFull && !hasBegun(session) ? { joinWaitlist: true } : {}) });
  };
  return (
    <Dialog title={t('client.bookTitle', { name })} onClose={onClose}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <AutocompleteInput
          className="field finds-field"
          label={t('client.bookFind')}
          placeholder={t('client.bookFind')}
          text={text}
          items={shown}
          isFound={!isPending}
          onChoose={choose}
          isFinal
        />
        {book.error !== null && book.variables !== undefined && (
          <NotBooked
            error={book.error}
            attempt={book.variables}
            clientId={person.id}
            name={name}
            onTry={(attempt) => book.mutate(attempt)}
          />
        )}
        {error !== null && <LoadError error={error} onRetry={() => void refetch()} />}
        <ListBox
          className="finds finds-whole"
          aria-label={t('client.bookClasses')}
          onAction={choose}
          renderEmptyState={() => <NothingFound of={ahead}>{t('client.bookNothing')}</NothingFound>}
        >
          {sections.map(({ key, date, isBegun, sessions }) => (
            <ListBoxSection key={key} id={key}>
              <Header className="finds-day">{titleOf(date, isBegun)}</Header>
              {sessions.map((session) => (
                <ListBoxItem key={session.id} id={session.id} textValue={session.name} className="find row">
                  <span className="num">{time(session.startTime)}</span>
                  <span className="who">
                    <b>{session.name}</b>
                    <small>{[session.roomName, teacherOf(session)].filter(Boolean).join(', ')}</small>
                  </span>
                  <Room session={session} has={has.get(session.id)} />
                </ListBoxItem>
              ))}
            </ListBoxSection>
          ))}
        </ListBox>
      </Autocomplete>
    </Dialog>
  );
};
