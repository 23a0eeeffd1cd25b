import { useQuery } from '@tanstack/react-query';
import type { Fields } from '../edit/fields.ts';
import { settingsQuery } from '../pages/settings/shared/queries.ts';
import { fieldsOf } from '../pages/settings/shared/specs.ts';
import { useSettingWords } from '../pages/settings/shared/words.ts';
import { scheduleQuery } from '../pages/timetable/queries.ts';
import { useCan } from '../session.ts';
import { BOOKING_SPECS, NONE, rulesOf } from './rules.ts';

/** The rules of booking that hold at a site, for who may read them, and how people say their values. */
export const useStudioRules = (siteId: string) => {
  const settings = useQuery({ ...settingsQuery(siteId), enabled: useCan()('settings:read') });
  const read = settings.data?.settings;
  const words = useSettingWords(BOOKING_SPECS, read?.payment.currency ?? '');
  return { rules: read === undefined ? undefined : fieldsOf(BOOKING_SPECS, read), words };
};

/** The rules of a schedule, which come before the rules of its site. */
export const withOwn = (rules: Fields | undefined, own: Fields): Fields | undefined =>
  rules === undefined
    ? undefined
    : Object.fromEntries(
        Object.entries(rules).map(([path, value]) => [path, own[path] === NONE ? '' : own[path] || value]),
      );

/** The own rules of the schedule of a session, where it has a schedule. */
export const useScheduleRules = (scheduleId: string | null | undefined): Fields => {
  const isAsked = useCan()('schedules:read') && scheduleId != null;
  const { data } = useQuery({ ...scheduleQuery(scheduleId ?? ''), enabled: isAsked });
  return rulesOf(data?.bookingPolicyOverrides ?? null);
};
