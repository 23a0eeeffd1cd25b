/** Puts the focus on the field of a form that has a name, such as the first field that is not filled in. */
export const focusField = (form: HTMLFormElement | null, name: string): void =>
  form
    ?.querySelector<HTMLElement>(
      `:is(input, textarea)[name="${CSS.escape(name)}"], [data-path="${CSS.escape(name)}"] :is(input, textarea, button)`,
    )
    ?.focus();
