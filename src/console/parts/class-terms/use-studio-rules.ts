import { useQuery } from '@tanstack/react-query';
import type { Draft } from '../../forms/specs.ts';
import { useCan, useMe } from '../../session/session.ts';
import { settingsQuery } from '../settings/queries.ts';
import { useSettingWords } from '../settings/words.ts';
import { scheduleQuery } from '../timetable/queries.ts';
import { bookingFields, type OwnRules, rulesOf, settingIn } from './rules.ts';

/** The rules of booking that hold at a site, for who may read them, and how people say their values. */
export const useStudioRules = (siteId: string) => {
  const { studio } = useMe();
  const settings = useQuery({ ...settingsQuery(siteId), enabled: useCan()('settings:read') });
  const read = settings.data?.data;
  const words = useSettingWords(bookingFields.specs, read?.payment.currency ?? '');
  return { rules: read === undefined ? undefined : bookingFields.valuesOf(read, studio), words };
};

/** The rules of a schedule, which come before the rules of its site. */
export const withOwn = (rules: Draft | undefined, own: Partial<OwnRules>): Draft | undefined =>
  rules === undefined
    ? undefined
    : Object.fromEntries(Object.entries(rules).map(([path, value]) => [path, settingIn(own, path) ?? value]));

/** The own rules of the schedule of a session, where it has a schedule. */
export const useScheduleRules = (scheduleId: string | null | undefined): OwnRules => {
  const isAsked = useCan()('schedules:read') && scheduleId != null;
  const { data } = useQuery({ ...scheduleQuery(scheduleId ?? ''), enabled: isAsked });
  return rulesOf(data?.data.bookingPolicyOverrides ?? null);
};
