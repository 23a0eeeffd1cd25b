import { sixDigits } from '../../../../kernel/six-digits.ts';
import { allowAgain } from '../forms.ts';
import { every, nowMs } from '../now.ts';

// The code of signing in: six boxes that show the one field, which goes automatically, and a new code after a while.

const DIGITS = 6;
/** A new code can be asked for after so long, ms. */
const NEW_CODE_AFTER = 30_000;

/** Whether someone went back to the page, where the browser fills in what was typed then. */
const isBack = (): boolean =>
  performance.getEntriesByType('navigation').some((entry) => 'type' in entry && entry.type === 'back_forward');

const fillBoxes = (form: HTMLFormElement, input: HTMLInputElement): void => {
  const boxes = [...form.querySelectorAll('i')];
  const show = (): void => {
    const isFocused = document.activeElement === input;
    for (const [index, box] of boxes.entries()) {
      box.textContent = input.value[index] ?? '';
      box.toggleAttribute('data-now', isFocused && index === Math.min(input.value.length, DIGITS - 1));
    }
  };
  /** The boxes cannot show a place among the digits: what is typed comes last. */
  const toEnd = (): void => input.setSelectionRange(input.value.length, input.value.length);
  input.addEventListener('beforeinput', ({ inputType }) => {
    // What is typed after a whole code begins another one.
    if (inputType.startsWith('insert') && input.value.length === DIGITS) input.value = '';
  });
  const take = (): void => {
    input.value = sixDigits(input.value);
    show();
    if (input.value.length === DIGITS) form.requestSubmit();
  };
  input.addEventListener('input', take);
  for (const type of ['focus', 'blur']) input.addEventListener(type, show);
  for (const type of ['focus', 'click', 'keyup']) input.addEventListener(type, toEnd);
  // A pasted code may have words around it.
  input.removeAttribute('maxlength');
  input.closest('.code')?.setAttribute('data-alive', '');
  input.focus();
  // On a slow connection the code may be typed before this script is here. A code that was refused is a default value.
  if (input.value !== input.defaultValue && !isBack()) take();
  else show();
};

const waitForNewCode = (button: HTMLButtonElement): void => {
  const text = button.textContent ?? '';
  const from = nowMs();
  const show = (): void => {
    const left = Math.ceil((from + NEW_CODE_AFTER - nowMs()) / 1000);
    button.disabled = left > 0;
    button.textContent = left > 0 ? (button.dataset.soon ?? '').replace('00', String(left).padStart(2, '0')) : text;
    if (left <= 0 || !button.isConnected) stop();
  };
  const stop = every(1000, show);
  show();
};

/** Makes the field of a code on a page alive, or in a sheet. */
export const makeCodeAlive = (page: ParentNode): void => {
  for (const form of page.querySelectorAll<HTMLFormElement>('form[data-code]')) {
    const input = form.querySelector<HTMLInputElement>('input[name="code"]');
    if (input !== null) fillBoxes(form, input);
    addEventListener('pageshow', () => allowAgain(form));
  }
  for (const button of page.querySelectorAll<HTMLButtonElement>('button[data-again]')) waitForNewCode(button);
};
