/** Puts the focus on the field of a form that has a name, such as the first field that is not filled in. */
export const focusField = (form: HTMLFormElement | null, name: string): void => {
  const named = CSS.escape(name);
  const input = ':is(input:not([type="hidden"], [tabindex="-1"]), textarea)';
  const places = [`${input}[name="${named}"]`, `[data-path="${named}"] ${input}`, `[data-path="${named}"] button`];
  const found = places.map((place) => form?.querySelector<HTMLElement>(place)).find((field) => field != null);
  found?.focus();
};
