import type { Edit } from '../../../edit/use-edit.ts';
import { useFormats } from '../../../formats.ts';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Day, dayName, weekFrom } from '../../../weekdays.ts';
import { LISTS, type OpeningHour } from './fields.ts';

/** Gives every day the hours of the first day that has some. Absent while they are the same already. */
export const SameHours = ({ edit }: { edit: Edit }) => {
  const t = useText();
  const { locale } = useFormats();
  const { studio } = useMe();
  const hours = LISTS.hours.read(edit.draft.openingHours);
  const week = weekFrom(studio.weekStart);
  const of = (day: Day): readonly OpeningHour[] => hours.filter((each) => each.day === day);
  const timesOf = (day: Day): string => JSON.stringify(of(day).map(({ open, close }) => [open, close]));
  const first = week.find((day) => of(day).length > 0);
  if (first === undefined || week.every((day) => timesOf(day) === timesOf(first))) return null;
  const copy = (): void => {
    const everyDay = week.flatMap((day) => of(first).map((each) => ({ ...each, day })));
    edit.set('openingHours', LISTS.hours.write(everyDay));
  };
  return (
    <div>
      <Button size="small" onPress={copy}>
        {t('sites.sameHours', { day: dayName(first, locale, 'long') })}
      </Button>
    </div>
  );
};
