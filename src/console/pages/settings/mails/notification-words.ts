import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { lengthText } from '../../../typed/read-length.ts';
import { isPath, isSwitch, NAMES, type Path, UNITS, USUAL } from './notification-fields.ts';

/** The names and the values of the settings of mails, in words. */
export const useNotificationWords = () => {
  const t = useText();
  const { locale, wallTime, number } = useFormats();
  const shownOf = (path: string, value: string): string => {
    if (isSwitch(path)) return t(value === 'yes' ? 'settings.on' : 'settings.off');
    if (value === '') return t('settings.nothing');
    const unit = UNITS[path];
    if (unit !== undefined && /^\d{1,6}$/.test(value)) return lengthText(locale, Number(value), unit);
    if (path.startsWith('quietHours.')) return wallTime(value);
    return /^\d+$/.test(value) ? number(Number(value)) : value;
  };
  return {
    /** What a field is by default, behind what it does, where it is something else. */
    withUsual: (path: Path, hint: string | undefined, value: string | undefined): string | undefined => {
      const usual = USUAL[path];
      if (usual === undefined || usual === value) return hint;
      const said = t('settings.usual', { value: shownOf(path, usual) });
      return hint === undefined ? said : `${hint} ${said}`;
    },
    nameOf: (given: string): string => {
      const path = given.replace(/^notification\./, '');
      return isPath(path) ? t(NAMES[path]) : path;
    },
    shownOf,
  };
};
