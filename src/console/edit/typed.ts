/** What is typed is guarded by form, in a dialog by dialog. */
const SCOPE = '.dialog-body, form';
/** A form whose page guards what it holds: what is stored, and what is not. */
const GUARDED = '[data-guard="own"]';
/** What holds no entry: a search, a password, and what nobody sees, such as the browser's calendar behind a date. */
const NO_ENTRY =
  '[type="hidden"], [type="search"], [type="password"], [type="file"], [aria-hidden="true"], [role="combobox"][aria-autocomplete]';
const FIELDS =
  'input, textarea, select, [role="spinbutton"], [contenteditable="true"], button[aria-haspopup="listbox"], [aria-pressed]';

const heldBy = (field: Element): string => {
  if (field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio')) {
    return String(field.checked);
  }
  const isTyped = ['input', 'textarea', 'select'].includes(field.localName);
  if (isTyped) return (field as HTMLInputElement).value;
  return field.getAttribute('aria-pressed') ?? field.textContent ?? '';
};

type Values = Map<Element, string>;

const valuesOf = (scope: Element): Values =>
  new Map(
    [...scope.querySelectorAll(FIELDS)]
      .filter((field) => !field.matches(NO_ENTRY))
      .map((field) => [field, heldBy(field)]),
  );

interface Scope {
  /** What its fields held before somebody touched one; a field that came later, before it was touched itself. */
  readonly before: Values;
  /** Whether it was sent as it is. */
  isSent: boolean;
}

const scopes = new Map<Element, Scope>();

const scopeOf = (target: EventTarget | null): Element | null => {
  const form = target instanceof Element ? target.closest(SCOPE) : null;
  return form?.closest('.dialog-body') ?? form;
};

const changesOf = (element: Element, { before }: Scope): number => {
  const now = [...valuesOf(element)];
  return now.filter(([field, value]) => before.has(field) && value !== before.get(field)).length;
};

/** How many fields of a form or dialog hold what was entered since it was opened. */
export const typedIn = (element: Element | null | undefined): number => {
  const scope = element == null ? undefined : scopes.get(element);
  return element == null || scope === undefined ? 0 : changesOf(element, scope);
};

/** The same of all forms on the page, except those that guard it themselves. @param isSentToo whether also what was sent counts. */
export const typedOnPage = (isSentToo: boolean): number => {
  let count = 0;
  for (const [element, scope] of scopes) {
    if (!element.isConnected) scopes.delete(element);
    else if (!element.matches(GUARDED) && (isSentToo || !scope.isSent)) count += changesOf(element, scope);
  }
  return count;
};

/** Says that a form was sent as it is: leaving it is the next step, and no loss. */
export const markSent = (element: Element | null): void => {
  const scope = element === null ? undefined : scopes.get(element);
  if (scope !== undefined) scope.isSent = true;
};

/** The page goes on elsewhere, after what was entered was sent. */
export const forgetTyping = (): void => scopes.clear();

/** What lies over the page belongs to what was sent, such as the question for the password or what is shown once. */
const OVER = '.dialog-body, [role="dialog"], [role="alertdialog"]';
const ACTS = 'a, button, input, select, textarea, [role="menuitem"]';

/** Whether somebody goes on elsewhere than in a form: a press beside everything is none. */
const goesOn = ({ target, type }: Event): boolean =>
  target instanceof Element &&
  target.closest(OVER) === null &&
  (type !== 'pointerdown' || target.closest(ACTS) !== null);

const onTouch = (event: Event): void => {
  const touched = scopeOf(event.target);
  // Who goes on elsewhere than in a form that was sent has seen that it was refused.
  if (goesOn(event)) for (const [element, scope] of scopes) if (element !== touched) scope.isSent = false;
  if (touched === null) return;
  const before = scopes.get(touched)?.before;
  if (before === undefined) scopes.set(touched, { before: valuesOf(touched), isSent: false });
  else for (const [field, value] of valuesOf(touched)) if (!before.has(field)) before.set(field, value);
};

const onInput = ({ target }: Event): void => {
  const scope = scopes.get(scopeOf(target) ?? document.body);
  if (scope !== undefined) scope.isSent = false;
};

const onSubmit = ({ target }: Event): void => markSent(scopeOf(target));

// From the first form or dialog on.
for (const type of ['pointerdown', 'keydown', 'beforeinput']) document.addEventListener(type, onTouch, true);
document.addEventListener('input', onInput, true);
document.addEventListener('submit', onSubmit, true);
