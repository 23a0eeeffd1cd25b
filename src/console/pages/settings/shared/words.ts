import type { FieldWords } from '../../../edit/conflict-view.tsx';
import { minorUnitsOf, useFormats } from '../../../formats.ts';
import { useText } from '../../../texts.tsx';
import type { Spec, Unit } from './specs.ts';

const HOUR = 60;
const DAY = 24 * HOUR;

/** A number of minutes, hours or days as people say it: in days or hours where they are whole. */
export const inUnits = (locale: string, value: number, unit: Unit): string => {
  const minutes = unit === 'minute' ? value : value * (unit === 'hour' ? HOUR : DAY);
  const isWhole = (length: number): boolean => minutes !== 0 && minutes % length === 0;
  const [said, length] = isWhole(DAY) ? ['day', DAY] : isWhole(HOUR) ? ['hour', HOUR] : ['minute', 1];
  const [name, per] = minutes === 0 ? [unit, 1] : [said, length];
  return new Intl.NumberFormat(locale, { style: 'unit', unit: name, unitDisplay: 'long' }).format(minutes / per);
};

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
        if (read === undefined) return value;
        return type.unit === undefined ? number(read) : inUnits(locale, read, type.unit);
      }
      case 'percent':
        return value === '' ? t('settings.nothing') : `${value} %`;
      case 'money': {
        const amount = minorUnitsOf(value, currency);
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
    shown,
    /** A length of time that was typed in a smaller unit than people say it: 720 minutes is 12 hours. */
    saidOf: ({ type }: Spec, value: string): string | undefined => {
      const read = whole(value);
      if (type.kind !== 'number' || type.unit === undefined || read === undefined || read === 0) return undefined;
      const said = inUnits(locale, read, type.unit);
      const asTyped = new Intl.NumberFormat(locale, { style: 'unit', unit: type.unit, unitDisplay: 'long' }).format(
        read,
      );
      return said === asTyped ? undefined : said;
    },
  };
};

export type SettingWords = ReturnType<typeof useSettingWords>;
