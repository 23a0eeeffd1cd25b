import { useText } from '../../../base/texts.tsx';
import { nowMs } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';

/** `17 4 * * *`: once a day, in UTC. */
const DAILY = /^(\d{1,2}) (\d{1,2}) \* \* \*$/;
const DAY_MS = 86_400_000;

/** When backups are made, in words and in the zone of the studio. */
export const useScheduleText = (): ((cron: string | null) => string) => {
  const t = useText();
  const { time } = useFormats();
  return (cron) => {
    if (cron === null) return t('data.never');
    const [, minutes, hours] = DAILY.exec(cron) ?? [];
    if (minutes === undefined || hours === undefined) return t('data.bySchedule', { cron });
    const today = Math.floor(nowMs() / DAY_MS) * DAY_MS;
    return t('data.everyNight', { time: time(today + (Number(hours) * 60 + Number(minutes)) * 60_000) });
  };
};
