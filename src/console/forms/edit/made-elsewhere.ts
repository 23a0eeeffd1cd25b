import { useNavigate } from '@tanstack/react-router';
import { useText } from '../../base/texts.tsx';
import { useCan, useSite } from '../../session/session.ts';
import type { Choice } from '../../ui/choices/select.tsx';

const ROOM = ' new room';
const PERSON = ' new person';

interface Elsewhere {
  /** The last choice of a list of rooms, and of people: it leads to the page that makes one. */
  readonly room: readonly Choice[];
  readonly person: readonly Choice[];
  /** Goes there, where it was chosen. Returns whether it was. The form keeps its draft meanwhile. */
  readonly goTo: (chosen: string) => boolean;
}

/** What a list does not have yet is made on its own page. */
export const useMadeElsewhere = (): Elsewhere => {
  const t = useText();
  const can = useCan();
  const navigate = useNavigate();
  const { id: siteId } = useSite();
  return {
    room: can('settings:write') ? [{ id: ROOM, name: t('timetable.addRoom') }] : [],
    person: can('staff:write') ? [{ id: PERSON, name: t('timetable.addInstructor') }] : [],
    goTo: (chosen) => {
      if (chosen === ROOM) void navigate({ to: '/settings/sites/$siteId', params: { siteId }, ignoreBlocker: true });
      else if (chosen === PERSON) void navigate({ to: '/staff', ignoreBlocker: true });
      else return false;
      return true;
    },
  };
};
