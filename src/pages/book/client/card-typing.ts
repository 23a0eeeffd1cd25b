// What someone types of a card, and what is wrong with it.

export interface TypedCard {
  readonly number: string;
  readonly expMonth: number;
  readonly expYear: number;
  readonly cvc: string;
}

/** Words for what is wrong, and this month by the clock of the server: 2026-11. */
export interface TypingWords {
  readonly number: string;
  readonly expiry: string;
  readonly past: string;
  readonly code: string;
  readonly month: string;
}

/** Says why a card cannot be taken, in words for its owner. */
export class CardProblem extends Error {}

/** The digits in groups of four. */
const spaced = (text: string): string => text.replace(/\D/g, '').replace(/(\d{4})(?=\d)/g, '$1 ');

const isNumber = (digits: string): boolean => {
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (1 + (index % 2));
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return digits.length >= 12 && digits.length <= 19 && sum % 10 === 0;
};

/** The month and year of MM/YY or MM/YYYY, with or without the slash. */
const expiryOf = (text: string): Pick<TypedCard, 'expMonth' | 'expYear'> | undefined => {
  const [, month, year] = /^\s*(0?[1-9]|1[0-2])\s*[/.-]?\s*((?:20)?\d{2})\s*$/.exec(text) ?? [];
  return month === undefined ? undefined : { expMonth: Number(month), expYear: 2000 + (Number(year) % 100) };
};

interface Fields {
  readonly number: HTMLInputElement;
  readonly expiry: HTMLInputElement;
  readonly code: HTMLInputElement;
}

/**
 * Groups the digits of the number, and puts the slash of the month, while they are typed. A number that is there already, typed
 * before the script came or filled in by the browser, is grouped too.
 */
export const helpTyping = ({ number, expiry }: Fields): void => {
  const group = (): void => {
    // Within the number, the caret stays where it is.
    const isWithin = document.activeElement === number && number.selectionStart !== number.value.length;
    if (!isWithin) number.value = spaced(number.value);
  };
  number.addEventListener('input', group);
  group();
  expiry.addEventListener('input', (event) => {
    if (!(event instanceof InputEvent) || event.inputType !== 'insertText') return;
    if (/^\d\d$/.test(expiry.value)) expiry.value += '/';
    // The slash is there already when someone types it.
    else expiry.value = expiry.value.replace(/\/+/, '/');
  });
};

/** The card of the fields. Goes to the first field that is wrong. @throws CardProblem */
export const typedCard = ({ number, expiry, code }: Fields, words: TypingWords): TypedCard => {
  const check = (field: HTMLInputElement, isRight: boolean, why: string): void => {
    field.setAttribute('aria-invalid', String(!isRight));
    if (isRight) return;
    field.focus();
    throw new CardProblem(why);
  };
  const digits = number.value.replace(/\D/g, '');
  check(number, isNumber(digits), words.number);
  const until = expiryOf(expiry.value);
  check(expiry, until !== undefined, words.expiry);
  const { expMonth, expYear } = until ?? { expMonth: 0, expYear: 0 };
  check(expiry, `${expYear}-${String(expMonth).padStart(2, '0')}` >= words.month, words.past);
  const cvc = code.value.trim();
  check(code, /^\d{3,4}$/.test(cvc), words.code);
  return { number: digits, expMonth, expYear, cvc };
};
