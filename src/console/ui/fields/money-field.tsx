import { currencyDecimals, plainAmount } from '../../../kernel/currencies.ts';
import { useText } from '../../base/texts.tsx';
import { readMoney, shownMoney } from '../../formats/read-money.ts';
import { useFormats } from '../../formats/use-formats.ts';
import { WrittenField, type WrittenProps } from './written-field.tsx';

/** Units of a currency that make an example with all its digits: 12.50, 1250, 12.500. */
const exampleOf = (currency: string): string => {
  const digits = currencyDecimals(currency);
  return digits === 0 ? '1250' : plainAmount(12.5 * 10 ** digits, currency);
};

/** An amount of money. It holds the amount with a point, as `minorUnitsOf` reads it. */
export const MoneyField = ({ currency, ...props }: WrittenProps & { readonly currency: string }) => {
  const t = useText();
  const { locale } = useFormats();
  const found = (typed: string) => readMoney(typed, currency, locale);
  const shown = (held: string): string => shownMoney(held, currency, locale);
  const ways = (typed: string): readonly string[] => {
    const read = found(typed);
    return Array.isArray(read) ? read.map(shown) : [];
  };
  return (
    <WrittenField
      inputMode="decimal"
      {...props}
      read={(typed) => {
        const read = found(typed);
        return typeof read === 'string' ? read : undefined;
      }}
      shown={shown}
      wrong={(typed) => {
        const [first, second] = ways(typed);
        return first !== undefined && second !== undefined
          ? t('typed.twoWays', { first, second })
          : t('typed.moneyWrong', { example: shown(exampleOf(currency)) });
      }}
    />
  );
};
