/** Opens the folds around a field: in one that is closed nothing can have the focus. */
const openFolds = (field: Element): void => {
  for (let fold = field.closest('details'); fold !== null; fold = fold.parentElement?.closest('details') ?? null)
    fold.open = true;
};

/** Puts the focus on the field of a form that has a name, such as the first field that is not filled in. */
export const focusField = (form: HTMLFormElement | null, name: string): void => {
  const named = CSS.escape(name);
  const input = ':is(input:not([type="hidden"], [tabindex="-1"]), textarea)';
  const places = [`${input}[name="${named}"]`, `[data-path="${named}"] ${input}`, `[data-path="${named}"] button`];
  const found = places.map((place) => form?.querySelector<HTMLElement>(place)).find((field) => field != null);
  if (found == null) return;
  openFolds(found);
  found.focus();
};

/**
 * Goes to the first field whose text cannot be read, and has it say so.
 * @returns whether there is one: then the form is not sent
 */
export const stopsAtUnread = (form: HTMLElement | null): boolean => {
  const field = form?.querySelector<HTMLElement>('input[data-unread]');
  if (field == null) return false;
  openFolds(field);
  // A field says what is wrong once it is left.
  field.blur();
  field.focus();
  return true;
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
