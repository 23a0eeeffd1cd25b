import type { RefObject } from 'react';
import { Popover } from 'react-aria-components';
import { useText } from '../../base/texts.tsx';
import { CancelOutcome } from './cancel-outcome.tsx';
import type { Entry, Session } from './queries.ts';
import { useRights } from './rights.ts';
import type { Actions } from './use-actions.ts';

interface QuestionProps {
  readonly entry: Entry;
  readonly session: Session;
  readonly actions: Actions;
  /** The row at which it stands. */
  readonly row: RefObject<HTMLElement | null>;
  readonly onClose: () => void;
}

/** Asks before a booking is canceled, at the row of the person, with what that does beside the button. */
export const CancelQuestion = ({ entry, session, actions, row, onClose }: QuestionProps) => {
  const t = useText();
  const rights = useRights(session);
  return (
    <Popover
      className="popover cancel-question"
      triggerRef={row}
      isOpen
      onOpenChange={(isOpen) => !isOpen && onClose()}
      placement="bottom start"
      aria-label={t('today.cancelBooking')}
    >
      <CancelOutcome entry={entry} session={session} actions={actions} rights={rights} onClose={onClose} />
    </Popover>
  );
};
