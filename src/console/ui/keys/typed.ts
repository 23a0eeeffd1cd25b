/** What is typed is guarded by form, in a dialog by dialog. */
const SCOPE = '.dialog-body, form';
/** A form whose page guards what it holds: what is stored, and what is not. */
const GUARDED = '[data-guard="own"]';
/** A field of choices. It says what the form holds: what it shows changes automatically, as when the names of its choices come late. */
const CHOSEN = '[data-held]';
/** What holds no entry: a search, a password, and what no one sees, such as the browser's calendar behind a date, or its own list of choices. */
const NO_ENTRY =
  '[type="hidden"], [type="search"], [type="password"], [type="file"], [aria-hidden="true"], .field [aria-hidden="true"] *, [role="combobox"][aria-autocomplete]:not([data-held])';
const FIELDS =
  'input, textarea, select, [role="spinbutton"], [contenteditable="true"], button[aria-haspopup="listbox"], [aria-pressed]';

const isTick = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && (field.type === 'checkbox' || field.type === 'radio');

const heldBy = (field: Element): string => {
  if (isTick(field)) return String(field.checked);
  const held = field.getAttribute('data-held');
  if (held !== null) return held;
  const isTyped = ['input', 'textarea', 'select'].includes(field.localName);
  if (isTyped) return (field as HTMLInputElement).value;
  return field.getAttribute('aria-pressed') ?? field.textContent ?? '';
};

const isEntry = (field: Element): boolean => field.matches(FIELDS) && !field.matches(NO_ENTRY);

/** The field to which an event belongs: a browser fills a field of choices, and picks a date, in a part that no one sees. */
const fieldOf = (target: Element): Element | undefined => {
  const own = target.closest(FIELDS);
  if (own !== null && isEntry(own)) return own;
  return [...(target.closest('.field')?.querySelectorAll(FIELDS) ?? [])].find(isEntry);
};

/** What a field held before the entry that the browser has just reported: the page has not drawn it yet. */
const heldBefore = (field: Element, target: Element): string => {
  if (field !== target || field.matches(CHOSEN)) return heldBy(field);
  if (isTick(field)) return String(!field.checked);
  const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
  return isText ? field.defaultValue : heldBy(field);
};

type Values = Map<Element, string>;

const valuesOf = (scope: Element): Values =>
  new Map([...scope.querySelectorAll(FIELDS)].filter(isEntry).map((field) => [field, heldBy(field)]));

interface Scope {
  /**
   * What its fields held before someone touched one; a field that came later, before it was touched itself. A field of choices too:
   * until then it may take another value automatically, when its choices come.
   */
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
const markSent = (element: Element | null): void => {
  const scope = element === null ? undefined : scopes.get(element);
  if (scope !== undefined) scope.isSent = true;
};

/** The page goes on elsewhere, after what was entered was sent. */
export const forgetTyping = (): void => scopes.clear();

/** What lies over the page belongs to what was sent, such as the question for the password or what is shown once. */
const OVER = '.dialog-body, [role="dialog"], [role="alertdialog"]';
const ACTS = 'a, button, input, select, textarea, [role="menuitem"]';

/** Whether someone goes on elsewhere than in a form: a press beside everything is none. */
const goesOn = ({ target, type }: Event): boolean =>
  target instanceof Element &&
  target.closest(OVER) === null &&
  (type !== 'pointerdown' || target.closest(ACTS) !== null);

/** Keeps what the fields of a form hold, as long as nothing is known of them. */
const keep = (scope: Element, touched: Element | undefined): void => {
  const known = scopes.get(scope)?.before;
  const before = known ?? new Map<Element, string>();
  if (known === undefined) scopes.set(scope, { before, isSent: false });
  for (const [field, value] of valuesOf(scope)) {
    if (!before.has(field) && (field === touched || !field.matches(CHOSEN))) before.set(field, value);
  }
};

const onTouch = (event: Event): void => {
  const touched = scopeOf(event.target);
  // Who goes on elsewhere than in a form that was sent has seen that it was refused.
  if (goesOn(event)) for (const [element, scope] of scopes) if (element !== touched) scope.isSent = false;
  if (touched !== null && event.target instanceof Element) keep(touched, fieldOf(event.target));
};

/** An entry. What fills in forms for a person may have touched nothing before, and may tell of the change alone. */
const onInput = ({ target, type }: Event): void => {
  const element = scopeOf(target);
  if (element === null || !(target instanceof Element)) return;
  const field = fieldOf(target);
  const isKnown = field === undefined || scopes.get(element)?.before.has(field) === true;
  keep(element, field);
  const scope = scopes.get(element);
  if (scope === undefined) return;
  if (field !== undefined && !isKnown) scope.before.set(field, heldBefore(field, target));
  // A field that is left tells of its change once more, also after it was sent.
  if (type === 'input' || !isKnown) scope.isSent = false;
};

const onSubmit = ({ target }: Event): void => markSent(scopeOf(target));

// From the first form or dialog on.
for (const type of ['pointerdown', 'keydown', 'beforeinput']) document.addEventListener(type, onTouch, true);
for (const type of ['input', 'change']) document.addEventListener(type, onInput, true);
document.addEventListener('submit', onSubmit, true);
