import { useText } from '../../base/texts.tsx';
import { isTime, readTime } from '../../formats/read-time.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { WrittenField, type WrittenProps } from './written-field.tsx';

const EXAMPLE = '18:30';
const HALF_A_DAY = 12;

/** The same time twelve hours later. */
const inTheAfternoon = (time: string): string => `${Number(time.slice(0, 2)) + HALF_A_DAY}${time.slice(2)}`;

/** A time of day. It holds HH:mm. */
export const TimeField = (props: WrittenProps) => {
  const t = useText();
  const { wallTime, has12Hours } = useFormats();
  const read = (typed: string): string | undefined => readTime(typed)?.time;
  return (
    <WrittenField
      {...props}
      read={read}
      shown={(time) => (isTime(time) ? wallTime(time) : time)}
      wrong={() => t('typed.timeWrong', { example: wallTime(EXAMPLE) })}
      note={(typed) => {
        const found = readTime(typed);
        if (!has12Hours || found === undefined || found.isSure || found.time >= '12') return undefined;
        return t('typed.timeRead', { time: wallTime(found.time), other: wallTime(inTheAfternoon(found.time)) });
      }}
    />
  );
};
