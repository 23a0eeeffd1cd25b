import { CalendarOff, ChevronLeft, ChevronRight, Copy, Plus } from 'lucide-react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import type { TextKey } from '../../../texts/translate.ts';
import { useText } from '../../base/texts.tsx';
import { Button } from '../../ui/button.tsx';
import { useShortcut } from '../../ui/keys/shortcuts.ts';

export const VIEWS = ['week', 'day', 'rooms', 'list'] as const;
/** How the calendar is shown. */
export type View = (typeof VIEWS)[number];

const NAMES: Readonly<Record<View, TextKey>> = {
  week: 'calendar.week',
  day: 'calendar.day',
  rooms: 'calendar.rooms',
  list: 'calendar.list',
};

interface CalendarHeadProps {
  readonly title: string;
  readonly view: View;
  readonly isDay: boolean;
  readonly onView: (view: View) => void;
  readonly onStep: (by: 1 | -1) => void;
  readonly onToday: () => void;
  /** Absent for anyone who may not. */
  readonly onAdd: (() => void) | undefined;
  readonly onCopy: (() => void) | undefined;
  readonly onClosure: (() => void) | undefined;
}

/** Which days are shown and how, and what is added to them. `[` and `]` go on, N adds a class. */
export const CalendarHead = (props: CalendarHeadProps) => {
  const { title, view, isDay, onView, onStep, onToday, onAdd, onCopy, onClosure } = props;
  const t = useText();
  useShortcut('[', () => onStep(-1));
  useShortcut(']', () => onStep(1));
  useShortcut('n', () => (onAdd === undefined ? false : onAdd()));
  return (
    <div className="page-head calendar-head" data-inline="">
      <div className="titles">
        <h1>{title}</h1>
      </div>
      <div className="actions">
        <div className="button-group">
          <Button
            iconOnly
            aria-label={t(isDay ? 'calendar.dayBefore' : 'calendar.weekBefore')}
            onPress={() => onStep(-1)}
            icon={ChevronLeft}
          />
          <Button wideOnly onPress={onToday}>
            {t('words.today')}
          </Button>
          <Button
            iconOnly
            aria-label={t(isDay ? 'calendar.dayAfter' : 'calendar.weekAfter')}
            onPress={() => onStep(1)}
            icon={ChevronRight}
          />
        </div>
        <ToggleButtonGroup
          className="segmented"
          aria-label={t('calendar.view')}
          data-wide-only=""
          selectedKeys={[view]}
          disallowEmptySelection
          onSelectionChange={(keys) => {
            const chosen = VIEWS.find((each) => keys.has(each));
            if (chosen !== undefined) onView(chosen);
          }}
        >
          {VIEWS.map((each) => (
            <ToggleButton key={each} id={each}>
              {t(NAMES[each])}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
        {onCopy !== undefined && (
          <Button wideOnly onPress={onCopy} icon={Copy}>
            {t('calendar.copyWeek')}
          </Button>
        )}
        {onClosure !== undefined && (
          <Button wideOnly onPress={onClosure} icon={CalendarOff}>
            {t('calendar.closure')}
          </Button>
        )}
        {onAdd !== undefined && (
          <Button variant="primary" onPress={onAdd} icon={Plus}>
            {t('calendar.addClass')}
            <kbd>N</kbd>
          </Button>
        )}
      </div>
    </div>
  );
};
