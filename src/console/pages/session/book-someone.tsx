import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Autocomplete, ListBox, ListBoxItem } from 'react-aria-components';
import { ApiError } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useRefresh } from '../../live/refresh.ts';
import { bookAtDesk, hasBegun, isOver } from '../../parts/desk/open-classes.ts';
import { type Entry, entriesOf, findClientsQuery, type Roster } from '../../parts/session/queries.ts';
import type { Rights } from '../../parts/session/rights.ts';
import { Button } from '../../ui/button.tsx';
import { AutocompleteInput } from '../../ui/choices/autocomplete-input.tsx';
import { CheckField } from '../../ui/fields/check-field.tsx';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { say } from '../../ui/overlays/toasts.tsx';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { NothingFound } from '../../ui/tables/nothing-found.tsx';

interface BookSomeoneProps {
  readonly roster: Roster;
  readonly rights: Rights;
  readonly onShow: (entry: Entry) => void;
  readonly onClose: () => void;
}

interface Person {
  readonly id: string;
  readonly fullName: string;
}

interface Attempt {
  readonly person: Person;
  readonly joinWaitlist?: boolean;
  readonly overrideCapacity?: boolean;
}

/** Says what someone is already in this class. */
const STANDING = {
  confirmed: 'session.isBooked',
  waitlisted: 'session.isWaiting',
  attended: 'session.isHere',
} as const;

/** Finds a client by typing, and books the session for them. */
export const BookSomeone = ({ roster, rights, onShow, onClose }: BookSomeoneProps) => {
  const t = useText();
  const textOf = useErrorText();
  const refresh = useRefresh();
  const { session } = roster;
  const [text, setText] = useState('');
  const [isBeyond, setBeyond] = useState(false);
  const found = useQuery({ ...findClientsQuery(text, session.siteId), placeholderData: keepPreviousData });
  const [begun, over] = [hasBegun(session), isOver(session)];
  // Whoever was in the class when it was over had room.
  const isFull = !over && session.capacity !== null && (session.availableSpots ?? 0) < 1;
  const book = useMutation({
    mutationFn: ({ person, ...choice }: Attempt) =>
      bookAtDesk(session, { clientId: person.id, sessionId: session.id, ...choice }),
    onSuccess: (booking, { person: { fullName: name } }) => {
      const position = booking.waitlist?.position ?? 0;
      const words = {
        waitlisted: t('session.waitlisted', { name, position }),
        attended: t('session.addedHere', { name }),
      };
      say(booking.status in words ? words[booking.status as keyof typeof words] : t('session.bookedPlain', { name }));
      void refresh('booking');
      onClose();
    },
  });
  const people = text.trim().length > 1 ? (found.data?.clients ?? []) : [];
  const refusedFor = book.variables?.person;
  const code = book.error instanceof ApiError ? book.error.code : undefined;
  const present = entriesOf(roster).filter(({ status }) => status !== 'cancelled');
  const choice = () => (isBeyond ? { overrideCapacity: true } : begun ? {} : { joinWaitlist: true });
  const choose = (id: unknown): void => {
    const person = people.find((each) => each.id === id);
    if (person !== undefined && !book.isPending) book.mutate({ person, ...(isFull ? choice() : {}) });
  };
  const already = code === 'already_booked' ? present.find(({ clientId }) => clientId === refusedFor?.id) : undefined;
  return (
    <Dialog title={t('session.bookTitle', { name: session.name })} onClose={onClose}>
      {over && <p className="small quiet">{t('session.bookOverNow')}</p>}
      {isFull && !isBeyond && <p className="small quiet">{t(begun ? 'session.bookFullBegun' : 'session.bookFull')}</p>}
      <Autocomplete inputValue={text} onInputChange={setText}>
        <AutocompleteInput
          label={t('session.bookFind')}
          placeholder={t('session.bookFind')}
          text={text}
          items={people}
          isFound={found.isSuccess && !found.isPlaceholderData}
          onChoose={choose}
          isFinal
        />
        {book.error !== null && refusedFor !== undefined && (
          <div className="notice" data-tone="critical" role="alert">
            <div className="text">
              {code === 'session_full' && !begun
                ? t('session.bookFullNow', { name: refusedFor.fullName })
                : code === 'already_booked'
                  ? t('session.alreadyHere', { name: refusedFor.fullName })
                  : textOf(book.error)}
            </div>
            {code === 'session_full' && !begun && (
              <Button size="small" onPress={() => book.mutate({ person: refusedFor, joinWaitlist: true })}>
                {t('session.putOnList')}
              </Button>
            )}
            {(code === 'session_full' || code === 'waitlist_full' || code === 'waitlist_closed') &&
              rights.overCapacity && (
                <Button size="small" onPress={() => book.mutate({ person: refusedFor, overrideCapacity: true })}>
                  {t('session.bookOver')}
                </Button>
              )}
            {already !== undefined && (
              <Button
                size="small"
                onPress={() => {
                  onClose();
                  onShow(already);
                }}
              >
                {t('session.showBooking')}
              </Button>
            )}
          </div>
        )}
        <ListBox
          className="finds"
          aria-label={t('session.client')}
          items={people}
          onAction={choose}
          renderEmptyState={() =>
            text.trim().length > 1 ? (
              <NothingFound of={found}>{t('session.bookNobody', { text })}</NothingFound>
            ) : (
              <p className="small quiet">{t('session.bookHint')}</p>
            )
          }
        >
          {(person) => {
            const entry = present.find(({ clientId }) => clientId === person.id);
            const standing =
              entry === undefined || entry.status === 'noshow' || entry.status === 'cancelled'
                ? undefined
                : STANDING[entry.status];
            return (
              <ListBoxItem id={person.id} textValue={person.fullName} className="find row">
                <Avatar name={person.fullName} photoUrl={person.photoUrl} />
                <span className="who">
                  <b>{person.fullName}</b>
                  <small>
                    {person.status === 'suspended'
                      ? t('words.suspendedFlag')
                      : (person.package?.name ?? t('session.noPackage'))}
                  </small>
                </span>
                <span className="small quiet">{standing === undefined ? t('words.book') : t(standing)}</span>
              </ListBoxItem>
            );
          }}
        </ListBox>
      </Autocomplete>
      {isFull && rights.overCapacity && (
        <CheckField label={t('session.bookOver')} isSelected={isBeyond} onChange={setBeyond} />
      )}
    </Dialog>
  );
};
