import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import { minorUnitsOf } from '../../../typed/amounts.ts';
import { lengthText } from '../../../typed/read-length.ts';
import { isUnread, typedOf } from '../../../typed/unread.ts';
import type { Spec } from './specs.ts';

/** The names and the values of settings, in words. */
export const useSettingWords = (specs: readonly Spec[], currency: string) => {
  const t = useText();
  const { locale, number, money, list } = useFormats();
  const byPath = new Map(specs.map((spec) => [spec.path, spec]));
  const whole = (value: string): number | undefined => (/^\s*\d{1,6}\s*$/.test(value) ? Number(value) : undefined);
  const shown = ({ type }: Spec, value: string): string => {
    switch (type.kind) {
      case 'switch':
      case 'among':
        return t(value === 'yes' ? 'settings.on' : 'settings.off');
      case 'number': {
        const read = whole(value);
        if (value.trim() === '') return t(type.empty ?? 'settings.nothing');
        if (read === undefined) return isUnread(value) ? typedOf(value) : value;
        return type.unit === undefined ? number(read) : lengthText(locale, read, type.unit);
      }
      case 'percent':
        return value === '' ? t('settings.nothing') : `${value} %`;
      case 'money': {
        const amount = minorUnitsOf(value, currency);
        if (isUnread(value)) return typedOf(value);
        return amount === undefined ? value || t('settings.nothing') : money(amount, currency);
      }
      case 'choice': {
        const label = type.answers.find(({ id }) => id === value)?.label;
        return t(label ?? 'settings.nothing');
      }
      case 'websites':
        return list(value.split(/\s+/).filter(Boolean)) || t('settings.nothing');
      case 'list':
        return type.choices.find(({ id }) => id === value)?.name ?? (value || t('settings.nothing'));
      default:
        return value || t('settings.nothing');
    }
  };
  const words: FieldWords = {
    nameOf: (path) => {
      const spec = byPath.get(path);
      return spec === undefined ? path : t(spec.name);
    },
    shownOf: (path, value) => {
      const spec = byPath.get(path);
      return spec === undefined ? value : shown(spec, value);
    },
  };
  return {
    ...words,
    currency,
    shown,
  };
};

export type SettingWords = ReturnType<typeof useSettingWords>;
