import { useText } from '../../base/texts.tsx';
import { addDays, isDate } from '../../base/time/local-time.ts';
import { nowMs } from '../../base/time/now.ts';
import { readDate, shownDate } from '../../formats/read-date.ts';
import { isMoment, readMoment } from '../../formats/read-moment.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { WrittenField, type WrittenProps } from './written-field.tsx';

interface DateFieldProps extends WrittenProps {
  /** The zone of the place; by default the studio's. */
  readonly timeZone?: string;
}

/** A date. It holds YYYY-MM-DD. */
export const DateField = ({ timeZone, ...props }: DateFieldProps) => {
  const t = useText();
  const { locale, localDate } = useFormats(timeZone);
  const today = localDate(nowMs());
  const found = (typed: string) => readDate(typed, locale, today);
  return (
    <WrittenField
      {...props}
      picker="date"
      read={(typed) => {
        const read = found(typed);
        return typeof read === 'string' ? read : undefined;
      }}
      shown={(date) => (isDate(date) ? shownDate(date, locale) : date)}
      wrong={(typed) => {
        const read = found(typed);
        const [first, second] = Array.isArray(read) ? read : [];
        return first !== undefined && second !== undefined
          ? t('typed.twoWays', { first: shownDate(first, locale), second: shownDate(second, locale) })
          : t('typed.dateWrong', { example: shownDate(addDays(today, 7), locale) });
      }}
    />
  );
};

/** A date with a time of day. It holds YYYY-MM-DDTHH:mm. */
export const MomentField = ({ timeZone, ...props }: DateFieldProps) => {
  const t = useText();
  const { locale, localDate, wallTime } = useFormats(timeZone);
  const today = localDate(nowMs());
  const shown = (moment: string): string => `${shownDate(moment.slice(0, 10), locale)}, ${wallTime(moment.slice(11))}`;
  return (
    <WrittenField
      {...props}
      picker="datetime-local"
      read={(typed) => readMoment(typed, locale, today)}
      shown={(moment) => (isMoment(moment) ? shown(moment) : moment)}
      wrong={() => t('typed.momentWrong', { example: shown(`${addDays(today, 7)}T18:30`) })}
    />
  );
};
