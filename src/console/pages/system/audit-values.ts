import type { TextKey } from '../../../texts/translate.ts';
import { IMPORTED } from '../../base/families.ts';
import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { STATUS_WORDS } from '../../parts/client/filters.ts';
import { STATE_WORDS } from '../../parts/content/words.ts';
import { spaced } from '../../parts/data/field-names.ts';
import { METHOD_WORDS } from '../../parts/payments/method-words.ts';
import { PURPOSES } from '../../parts/payments/purpose-words.ts';
import { LOOKS } from '../../parts/payments/words.ts';
import { ACTIVATION_WORDS, TYPE_WORDS } from '../../parts/plans/plan-record.ts';
import { ROLE_WORDS } from '../../parts/staff/person-record.ts';
import { useMe } from '../../session/session.ts';
import { formWordOf } from './audit-fields.ts';
import type { Entry } from './queries.ts';

const INSTANT = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;
const ID = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** More would be a wall of text. */
const MOST_SHOWN = 200;

/** Words of the interface that the pages have words for, by the last name of their field. */
const WORDS: Readonly<Record<string, Readonly<Record<string, TextKey>>>> = {
  type: TYPE_WORDS,
  activationType: ACTIVATION_WORDS,
  status: {
    ...STATE_WORDS,
    ...STATUS_WORDS,
    ...Object.fromEntries(Object.entries(LOOKS).map(([status, { word }]) => [status, word])),
  },
  role: ROLE_WORDS,
  paymentMethod: METHOD_WORDS,
  purpose: PURPOSES,
  family: Object.fromEntries(IMPORTED.map(({ id, label }) => [id, label])),
};

/** Fields that have minor units. */
const MONEY =
  /(?:^|\.)(?:price|amount|amountRefunded|amountOff|discountAmount|lateCancelFee|noShowFee|platformFeeAmount)$/;
const SNAKE = /^[a-z]+(?:_[a-z]+)+$/;

const lastOf = (field: string): string => field.split('.').at(-1) ?? field;

/** The currency of the amounts of an entry, where its record has one. */
const currencyOf = ({ before, after }: Pick<Entry, 'before' | 'after'>): string | undefined => {
  const found = after?.currency ?? before?.currency;
  return typeof found === 'string' ? found : undefined;
};

/** The values of an entry in words; undefined where there is nothing that people read, such as an id. */
export const useValueText = (entry: Entry): ((field: string, value: unknown) => string | undefined) => {
  const t = useText();
  const { studio } = useMe();
  const { dayTime, list, money, number } = useFormats();
  const listed = (field: string, values: readonly unknown[]): string | undefined => {
    const texts = values.flatMap((each) => textOf(field, each) ?? []);
    return texts.length === 0 ? undefined : list(texts);
  };
  const textOf = (field: string, value: unknown): string | undefined => {
    if (value === null || value === undefined || value === '') return undefined;
    if (typeof value === 'boolean') return t(value ? 'system.yes' : 'system.no');
    if (typeof value === 'number') {
      return MONEY.test(field) ? money(value, currencyOf(entry) ?? studio.currency) : number(value);
    }
    if (Array.isArray(value)) return listed(field, value);
    if (typeof value === 'object') {
      return listed(
        field,
        Object.values(value).filter((each) => typeof each !== 'object'),
      );
    }
    const text = String(value);
    if (ID.test(text)) return undefined;
    if (INSTANT.test(text)) return dayTime(text);
    const word = formWordOf(entry.recordType, field, text) ?? WORDS[lastOf(field)]?.[text];
    if (word !== undefined) return t(word);
    if (SNAKE.test(text)) return spaced(text);
    return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
  };
  return textOf;
};
