import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { inUnits } from '../shared/words.ts';
import { isPath, isSwitch, NAMES, type Path, USUAL } from './notification-fields.ts';

/** The names and the values of the settings of mails, in words. */
export const useNotificationWords = () => {
  const t = useText();
  const { locale, wallTime, number } = useFormats();
  const durationOf = (typed: string): string | undefined =>
    /^\s*[1-9]\d{0,5}\s*$/.test(typed) ? inUnits(locale, Number(typed), 'minute') : undefined;
  const shownOf = (path: string, value: string): string => {
    if (isSwitch(path)) return t(value === 'yes' ? 'settings.on' : 'settings.off');
    if (value === '') return t('settings.nothing');
    if (path === 'bookingReminder.minutesBefore') return durationOf(value) ?? value;
    if (path.startsWith('quietHours.')) return wallTime(value);
    return /^\d+$/.test(value) ? number(Number(value)) : value;
  };
  return {
    /** What a field is by default, behind what it does. */
    withUsual: (path: Path, hint: string | undefined): string | undefined => {
      const usual = USUAL[path];
      if (usual === undefined) return hint;
      const said = t('settings.usual', { value: shownOf(path, usual) });
      return hint === undefined ? said : `${hint} ${said}`;
    },
    /** Minutes that were typed, as people say them; undefined where they are no number. */
    durationOf,
    nameOf: (given: string): string => {
      const path = given.replace(/^notification\./, '');
      return isPath(path) ? t(NAMES[path]) : path;
    },
    shownOf,
  };
};
