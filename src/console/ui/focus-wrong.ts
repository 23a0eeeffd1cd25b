import { later } from '../clock.ts';

/**
 * Goes to the first field whose text cannot be read, and has it say so.
 * @returns whether there is one: then the form is not sent
 */
export const stopsAtUnread = (form: HTMLElement | null): boolean => {
  const field = form?.querySelector<HTMLElement>('input[data-unread]');
  if (field == null) return false;
  // In a fold that is closed nothing can have the focus.
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
  // A field says what is wrong once it is left.
  field.blur();
  field.focus();
  return true;
};

/** Goes to the first field that is wrong, once the form shows which one it is. */
export const focusWrong = (form: HTMLElement | null): void => {
  if (!stopsAtUnread(form)) later(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus(), 0);
};

/** Stops every form with a text that cannot be read before it is sent, wherever its button is. */
export const stopUnreadForms = (): void =>
  document.addEventListener(
    'submit',
    (event) => {
      if (!(event.target instanceof HTMLElement) || !stopsAtUnread(event.target)) return;
      event.preventDefault();
      // Nor is it taken for sent by what watches over leaving.
      event.stopImmediatePropagation();
    },
    true,
  );
