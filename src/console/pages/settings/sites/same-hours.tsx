import { useFormats } from '../../../formats.ts';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import { useMe } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { type Day, dayName, weekFrom } from '../../../weekdays.ts';
import type { OpeningHour, SiteDraft } from './site-record.ts';

/** Gives every day the hours of the first day that has some. Absent while they are the same already. */
export const SameHours = ({ form }: { form: RecordForm<SiteDraft> }) => {
  const t = useText();
  const { locale } = useFormats();
  const { studio } = useMe();
  const hours = form.draft.openingHours;
  const week = weekFrom(studio.weekStart);
  const of = (day: Day): readonly OpeningHour[] => hours.filter((each) => each.day === day);
  const timesOf = (day: Day): string => JSON.stringify(of(day).map(({ open, close }) => [open, close]));
  const first = week.find((day) => of(day).length > 0);
  if (first === undefined || week.every((day) => timesOf(day) === timesOf(first))) return null;
  const copy = (): void => {
    const everyDay = week.flatMap((day) => of(first).map((each) => ({ ...each, day })));
    form.set('openingHours', everyDay);
  };
  return (
    <div>
      <Button size="small" onPress={copy}>
        {t('sites.sameHours', { day: dayName(first, locale, 'long') })}
      </Button>
    </div>
  );
};
