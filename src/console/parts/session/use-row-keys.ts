import type { RefObject } from 'react';
import { useShortcut } from '../../ui/keys/shortcuts.ts';
import { isOpenToDesk } from '../desk/open-classes.ts';
import type { Entry, Session } from './queries.ts';
import type { Rights } from './rights.ts';
import type { Actions } from './use-actions.ts';

interface RowKeys {
  readonly region: RefObject<HTMLDivElement | null>;
  readonly entries: readonly Entry[];
  readonly actions: Actions;
  readonly rights: Rights;
  readonly session: Session;
  readonly openId: string | undefined;
  readonly onOpen: (entry: Entry, isCancelling?: boolean) => void;
}

/** Whether a booking can be canceled. */
export const mayCancel = ({ status }: Entry, session: Session, rights: Rights): boolean =>
  rights.cancel && isOpenToDesk(session) && status !== 'cancelled';

/** Whether someone can be marked as not having come. */
export const mayMarkNoShow = ({ status }: Entry, session: Session, rights: Rights): boolean =>
  rights.noShow && session.status !== 'cancelled' && status === 'confirmed';

/** The keys of the rows: J and K walk, I checks in, N marks a no-show, C cancels. They act on the row that has the focus, or is open. */
export const useRowKeys = ({ region, entries, actions, rights, session, openId, onOpen }: RowKeys): void => {
  const rowOf = (id: string) => region.current?.querySelector<HTMLElement>(`[data-key="${id}"]`);
  const focusedId = (): string | undefined => {
    const row = document.activeElement?.closest<HTMLElement>('[role="row"][data-key]');
    return row !== null && row !== undefined && region.current?.contains(row) === true ? row.dataset.key : undefined;
  };
  const current = (): Entry | undefined => {
    const id = focusedId() ?? openId;
    return entries.find((entry) => entry.id === id);
  };
  const step = (by: 1 | -1): unknown => {
    const at = entries.findIndex(({ id }) => id === current()?.id);
    const next = at === -1 ? entries[by === 1 ? 0 : entries.length - 1] : entries[at + by];
    if (next === undefined) return false;
    rowOf(next.id)?.focus();
    if (openId !== undefined) onOpen(next);
    return true;
  };
  const does = (may: (entry: Entry) => boolean, work: (entry: Entry) => void) => (): unknown => {
    const entry = current();
    return entry !== undefined && may(entry) ? work(entry) : false;
  };
  const mayCheckIn = ({ status }: Entry): boolean =>
    rights.checkIn && session.status !== 'cancelled' && status !== 'attended' && status !== 'cancelled';
  useShortcut('j', () => step(1));
  useShortcut('k', () => step(-1));
  useShortcut(
    'i',
    does(mayCheckIn, (entry) => actions.checkIn([entry])),
  );
  useShortcut(
    'n',
    does((entry) => mayMarkNoShow(entry, session, rights), actions.markNoShow),
  );
  useShortcut(
    'c',
    does(
      (entry) => mayCancel(entry, session, rights),
      (entry) => onOpen(entry, true),
    ),
  );
};
