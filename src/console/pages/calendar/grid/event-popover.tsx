import { Ellipsis, X } from 'lucide-react';
import type { RefObject } from 'react';
import { Dialog, Heading, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { Text, useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import type { Session } from '../../../parts/calendar/queries.ts';
import { isOpenToDesk } from '../../../parts/desk/open-classes.ts';
import { useOpensRoster } from '../../../parts/session/rights.ts';
import { useCan } from '../../../session/session.ts';
import { AskItem } from '../../../shell/ask-who.tsx';
import { Button, Link } from '../../../ui/button.tsx';
import { Seats } from '../../../ui/notices/seats.tsx';

/** What the popover opens. */
export type EventAct = 'substitute' | 'move' | 'duplicate' | 'cancel';

interface EventPopoverProps {
  readonly session: Session;
  /** The block of the session, to which the focus returns. */
  readonly block: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
  readonly onAct: (act: EventAct) => void;
}

const Counts = ({ session }: { session: Session }) => {
  const t = useText();
  const { attendedCount: here, noShowCount: missing, heldCount: held, bookedCount, capacity, waitlistCount } = session;
  const expected = Math.max(0, bookedCount - here - missing);
  const free = capacity === null ? 0 : Math.max(0, capacity - bookedCount - held);
  const words = [
    here > 0 ? t('words.seatsHere', { count: here }) : '',
    expected > 0 ? t('words.seatsExpected', { count: expected }) : '',
    held > 0 ? t('words.seatsHeld', { count: held }) : '',
    missing > 0 ? t('words.seatsMissing', { count: missing }) : '',
    free > 0 ? t('words.seatsFree', { count: free }) : '',
    waitlistCount > 0 ? t('words.seatsWaiting', { count: waitlistCount }) : '',
  ].filter((word) => word !== '');
  return (
    <>
      <Seats counts={{ here, expected, held, missing, capacity, waiting: waitlistCount }} />
      <p className="small">
        {session.isFull && <Text id="calendar.full" />} {words.join(', ')}
      </p>
    </>
  );
};

/** A session of the calendar at a glance, with what is done most. */
export const EventPopover = ({ session, block, onClose, onAct }: EventPopoverProps) => {
  const t = useText();
  const can = useCan();
  const opensRoster = useOpensRoster();
  const { day, time } = useFormats(session.timezone);
  const { instructor } = session;
  const isOpen = session.status === 'scheduled';
  const teacher =
    instructor == null ? undefined : (instructor.displayName ?? `${instructor.firstName} ${instructor.lastName}`);
  const where = [teacher, session.roomName].filter((word) => word !== undefined && word !== null).join(', ');
  const when = { day: day(session.startTime), from: time(session.startTime), to: time(session.endTime) };
  const mayChange = isOpen && can('sessions:write');
  return (
    <Popover
      className="popover event-pop"
      triggerRef={block}
      isOpen
      placement="left top"
      offset={6}
      onOpenChange={(isStillOpen) => {
        if (!isStillOpen) onClose();
      }}
    >
      <Dialog className="event-pop-body">
        <div className="row">
          <Heading slot="title" level={2}>
            {session.name}
          </Heading>
          <span className="push" />
          <Button variant="quiet" size="small" iconOnly aria-label={t('calendar.close')} onPress={onClose} icon={X} />
        </div>
        <p className="quiet small">
          {t('calendar.timeRange', when)}
          {where !== '' && (
            <>
              <br />
              {where}
            </>
          )}
          {session.scheduleId !== null && (
            <>
              <br />
              {t('calendar.repeats')}
            </>
          )}
        </p>
        {session.status === 'cancelled' ? (
          <p className="small critical-text">{session.cancelReason ?? t('calendar.cancelled')}</p>
        ) : (
          <Counts session={session} />
        )}
        <div className="row" data-wrap="">
          {opensRoster(session) && (
            <Link
              className="button"
              variant="primary"
              size="small"
              to="/sessions/$sessionId"
              params={{ sessionId: session.id }}
            >
              {t('calendar.openRoster')}
            </Link>
          )}
          {isOpenToDesk(session) && can('sessions:substitute') && can('staff:read') && (
            <Button size="small" onPress={() => onAct('substitute')}>
              {t('session.substitute')}
            </Button>
          )}
          {mayChange && (
            <Button size="small" onPress={() => onAct('move')}>
              {t('calendar.move')}
            </Button>
          )}
          {(isOpen || can('sessions:write')) && (
            <MenuTrigger>
              <Button variant="quiet" size="small" iconOnly aria-label={t('calendar.moreActions')} icon={Ellipsis} />
              <Popover className="popover" placement="bottom end">
                <Menu className="menu" onAction={(key) => onAct(key === 'duplicate' ? 'duplicate' : 'cancel')}>
                  {can('sessions:write') && <MenuItem id="duplicate">{t('calendar.duplicate')}</MenuItem>}
                  {!isOpen ? null : can('sessions:cancel') ? (
                    <MenuItem id="cancel">{t('session.cancelClass')}</MenuItem>
                  ) : (
                    <AskItem id="cancel" permission="sessions:cancel" label={t('session.cancelClass')} />
                  )}
                </Menu>
              </Popover>
            </MenuTrigger>
          )}
        </div>
      </Dialog>
    </Popover>
  );
};
