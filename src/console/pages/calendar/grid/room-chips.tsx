import { UserRound } from 'lucide-react';
import { Menu, MenuItem, MenuTrigger, Popover, ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { instructorName } from '../../../base/instructor-name.ts';
import { Text, useText } from '../../../base/texts.tsx';
import { useInstructors } from '../../../parts/session/queries.ts';
import { Button } from '../../../ui/button.tsx';
import type { Room } from './rooms.ts';

interface RoomChipsProps {
  readonly siteId: string;
  readonly rooms: readonly Room[];
  readonly room: string | undefined;
  readonly onRoom: (id: string | undefined) => void;
  readonly instructorId: string | undefined;
  readonly onInstructor: (id: string | undefined) => void;
}

const ALL = 'all rooms';

/** Which rooms and whose classes are shown. */
export const RoomChips = ({ siteId, rooms, room, onRoom, instructorId, onInstructor }: RoomChipsProps) => {
  const t = useText();
  const { data: instructors = [] } = useInstructors(siteId);
  const chosen = instructors.find(({ id }) => id === instructorId);
  return (
    <div className="row chips calendar-chips" data-wrap="">
      <ToggleButtonGroup
        className="row room-choice"
        aria-label={t('calendar.roomsLabel')}
        selectedKeys={[room ?? ALL]}
        disallowEmptySelection
        onSelectionChange={(keys) => {
          const [key = ALL] = keys;
          onRoom(key === ALL ? undefined : String(key));
        }}
      >
        <ToggleButton id={ALL} className="roomchip">
          {t('calendar.allRooms')}
        </ToggleButton>
        {rooms.map(({ id, name, letter, plot }) => (
          <ToggleButton key={id} id={id} className="roomchip" data-plot={plot}>
            <span className="roomtag" aria-hidden="true">
              {letter}
            </span>
            {name}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <MenuTrigger>
        <Button className="chip push" data-on={chosen === undefined ? undefined : ''} icon={UserRound}>
          {chosen === undefined ? (
            t('calendar.anyInstructor')
          ) : (
            <span>
              <Text id="lists.chip" values={{ name: t('calendar.instructor'), value: instructorName(chosen) }} />
            </span>
          )}
        </Button>
        <Popover className="popover" placement="bottom end">
          <Menu
            className="menu"
            aria-label={t('calendar.instructor')}
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[instructorId ?? ALL]}
            onSelectionChange={(keys) => {
              const [key = ALL] = keys === 'all' ? [] : keys;
              onInstructor(key === ALL ? undefined : String(key));
            }}
          >
            <MenuItem id={ALL}>{t('calendar.anyInstructor')}</MenuItem>
            {instructors.map((each) => (
              <MenuItem key={each.id} id={each.id}>
                {instructorName(each)}
              </MenuItem>
            ))}
          </Menu>
        </Popover>
      </MenuTrigger>
    </div>
  );
};
