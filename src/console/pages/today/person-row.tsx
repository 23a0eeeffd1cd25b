import { useMutation } from '@tanstack/react-query';
import { Check, CircleCheck, UserX, X } from 'lucide-react';
import { type KeyboardEvent, Suspense, useRef, useState } from 'react';
import type { Translate } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import type { Formats } from '../../formats/use-formats.ts';
import { useChanged } from '../../live/changes.ts';
import { useAttendance } from '../../parts/desk/attendance.ts';
import { useIsKept } from '../../parts/desk/offline-check-ins.ts';
import type { Entry, Session } from '../../parts/session/queries.ts';
import { useRights } from '../../parts/session/rights.ts';
import type { Actions } from '../../parts/session/use-actions.ts';
import { mayCancel } from '../../parts/session/use-row-keys.ts';
import { nameOf, type Remark, remarkOf } from '../../parts/session/words.ts';
import { Button, Link } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { useErrorText } from '../../ui/notices/errors.tsx';
import { Status } from '../../ui/notices/status.tsx';
import { loadedLater } from '../../ui/overlays/loaded-later.ts';
import { Avatar } from '../../ui/pictures/avatar.tsx';
import { Icon } from '../../ui/pictures/icon.tsx';

const CancelQuestion = loadedLater(
  async () => (await import('../../parts/session/cancel-question.tsx')).CancelQuestion,
);

/** The button of a row that the arrow keys go to. */
const MAIN_BUTTON = 'button:not([data-icon])';

/** Moves the focus by this many people, across all open classes. Returns whether there was someone. */
export const focusPerson = (step: 1 | -1): boolean => {
  const buttons = [...document.querySelectorAll<HTMLElement>(`.people [data-person] ${MAIN_BUTTON}`)];
  const current = buttons.findIndex((each) => each.isSameNode(document.activeElement));
  const target = current === -1 ? buttons.at(step === 1 ? 0 : -1) : buttons[current + step];
  target?.focus();
  return target !== undefined;
};

const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 };

const onArrow = (event: KeyboardEvent): void => {
  const step = STEPS[event.key];
  if (step === undefined) return;
  event.preventDefault();
  focusPerson(step);
};

/** The one line below a name: what the desk must know, else that nothing pays, a note, or what pays. */
const noteOf = (entry: Entry, t: Translate, formats: Formats): Remark => {
  const remark = remarkOf(entry, t, formats);
  if (remark !== undefined) return remark;
  if (entry.bookingSource === 'unpaid') return { text: t('words.unpaid'), tone: 'critical' };
  return { text: entry.notes ?? entry.package?.name ?? '' };
};

interface RowProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly formats: Formats;
  readonly canCheckIn: boolean;
  readonly actions: Actions;
}

/** Someone who is expected, with the button that checks them in; afterwards since when they are here, and the way back. */
export const PersonRow = ({ entry, session, formats, canCheckIn, actions }: RowProps) => {
  const t = useText();
  const errorText = useErrorText();
  const row = useRef<HTMLLIElement>(null);
  const { checkIn, undo } = useAttendance();
  const name = nameOf(entry, t);
  const booking = { id: entry.id, sessionId: session.id, name };
  const [asksToCancel, setAsksToCancel] = useState(false);
  const rights = useRights(session);
  const isCancellable = mayCancel(entry, session, rights);
  const isKept = useIsKept(entry.id);
  const act = useMutation({
    // A check-in is kept where there is no connection, and taken back where it is kept.
    networkMode: entry.status === 'confirmed' || isKept ? 'always' : 'online',
    mutationFn: () => (entry.status === 'attended' ? undo([booking], 'attended') : checkIn([booking])),
  });
  const isExpected = entry.status === 'confirmed';
  const hasFocus = (): boolean => row.current?.contains(document.activeElement) === true;
  useShortcut('i', () => {
    if (!isExpected || !canCheckIn || !hasFocus()) return false;
    act.mutate();
    return true;
  });
  useShortcut('c', () => {
    if (!isCancellable || !hasFocus()) return false;
    setAsksToCancel(true);
    return true;
  });
  const close = (): void => {
    setAsksToCancel(false);
    row.current?.querySelector<HTMLElement>(MAIN_BUTTON)?.focus();
  };
  const note = noteOf(entry, t, formats);
  return (
    <li ref={row} data-person={entry.id} data-steady={entry.id} data-changed={useChanged(entry.id)} onKeyDown={onArrow}>
      <div className="person">
        <Avatar name={name} photoUrl={entry.client?.photoUrl ?? null} />
        <div className="who">
          <Link className="" to="/sessions/$sessionId" params={{ sessionId: session.id }} search={{ panel: entry.id }}>
            {name}
          </Link>
          {act.isPaused || isKept ? (
            <small data-tone="caution" title={t('today.waitsForLine')}>
              {t('today.waitsForLine')}
            </small>
          ) : act.error === null ? (
            <small data-tone={note.tone} title={note.text}>
              {note.text}
            </small>
          ) : (
            <small data-tone="critical" role="alert">
              {errorText(act.error)}
            </small>
          )}
        </div>
        {isCancellable && (
          // For the mouse: the key C does it at the other button.
          <Button
            className="button row-tool"
            variant="quiet"
            size="small"
            iconOnly
            excludeFromTabOrder
            aria-label={t('today.cancelOf', { name })}
            onPress={() => setAsksToCancel(true)}
            icon={X}
          />
        )}
        {entry.status === 'attended' && (
          <Status icon={CircleCheck} tone="positive">
            {t('words.hereSince', { time: formats.time(entry.checkedInAt ?? '') })}
          </Status>
        )}
        {entry.status === 'noshow' && (
          <Status icon={UserX} tone="caution">
            {t('words.noShowStatus')}
          </Status>
        )}
        {canCheckIn && (isExpected || entry.status === 'attended') && (
          <Button
            variant={isExpected ? 'tinted' : 'quiet'}
            size="small"
            aria-label={t(isExpected ? 'today.checkInName' : 'today.undoName', { name })}
            onPress={() => act.mutate()}
          >
            {isExpected && <Icon of={Check} />}
            {t(isExpected ? 'words.checkIn' : 'words.undo')}
          </Button>
        )}
      </div>
      {asksToCancel && (
        <Suspense fallback={null}>
          <CancelQuestion entry={entry} session={session} actions={actions} row={row} onClose={close} />
        </Suspense>
      )}
    </li>
  );
};
