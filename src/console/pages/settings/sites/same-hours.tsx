import { useText } from '../../../base/texts.tsx';
import { type Day, dayName, weekFrom } from '../../../base/time/weekdays.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { OpeningHour, SiteDraft } from '../../../parts/settings/site-record.ts';
import { useMe } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';

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
