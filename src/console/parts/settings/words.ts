import { useText } from '../../base/texts.tsx';
import { minorUnitsOf } from '../../formats/amounts.ts';
import { isUnread } from '../../formats/unread.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { wholeOf } from '../../forms/record-fields.ts';
import type { Held, Specs } from '../../forms/specs.ts';
import { type Choices, useFieldWords } from '../../forms/use-field-words.ts';

/** What settings say of their values in another way than other forms: *On* and *Off*, what nothing means, and amounts. */
export const useShownOfSetting = (specs: Specs, currency: string) => {
  const t = useText();
  const { number, money, list } = useFormats();
  return (name: string, held: Held): string | undefined => {
    const spec = specs[name];
    if (typeof held === 'boolean') return t(held ? 'settings.on' : 'settings.off');
    if (typeof held !== 'string' || spec === undefined) return undefined;
    if (held.trim() === '') return t((spec.kind === 'number' ? spec.empty : undefined) ?? 'settings.nothing');
    if (isUnread(held)) return undefined;
    if (spec.kind === 'money') {
      const amount = minorUnitsOf(held, currency);
      return amount === undefined ? held : money(amount, currency);
    }
    if (spec.kind === 'number') {
      if (spec.isDecimal) return `${held} %`;
      const whole = wholeOf(held);
      return whole === null || spec.unit !== undefined ? undefined : number(whole);
    }
    // Addresses, one in a line.
    return spec.kind === 'text' && spec.isCode ? list(held.split(/\s+/)) : undefined;
  };
};

/** The names and the values of settings, in words. */
export const useSettingWords = (specs: Specs, currency: string, choices?: Choices) =>
  useFieldWords(specs, choices, useShownOfSetting(specs, currency));
