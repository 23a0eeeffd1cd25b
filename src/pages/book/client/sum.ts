// Shows what another choice costs: the server says it.

/** The choice and the price for which the form is. */
const SHOWN = 'input[name="shown"]';

/** The card that pays: hidden where nothing is to pay. */
export const PAYING = '.paying';

let asked = 0;

const put = (page: Document, selector: string): void => {
  const [shown, made] = [document.querySelector(selector), page.querySelector(selector)];
  if (shown !== null && made !== null) shown.replaceChildren(...made.childNodes);
};

/** A button stays while what it says changes: it may be pressed at that moment, and keeps the focus. */
const putBar = (page: Document): void => {
  const find = (from: Document) => from.querySelector<HTMLButtonElement>('.act-bar > button');
  const [shown, made] = [find(document), find(page)];
  if (shown === null || made === null) {
    put(page, '.act-bar');
    return;
  }
  shown.replaceChildren(...made.childNodes);
  for (const name of shown.getAttributeNames()) if (!made.hasAttribute(name)) shown.removeAttribute(name);
  for (const { name, value } of made.attributes) shown.setAttribute(name, value);
  put(page, '.act-bar > .what');
};

/** Asks for the page with what is chosen, and shows its sum and its button. What is typed stays. */
export const showSum = async (form: HTMLFormElement): Promise<void> => {
  const chosen = new FormData(form);
  const url = new URL(location.href);
  for (const name of ['way', 'card', 'code']) url.searchParams.set(name, String(chosen.get(name) ?? ''));
  asked += 1;
  const own = asked;
  try {
    const response = await fetch(url);
    // Whoever is not signed in anymore hears so with the next press.
    if (!response.ok || response.redirected) return;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    if (own !== asked) return;
    put(page, 'h1');
    document.title = page.title;
    put(page, '.sum-card');
    putBar(page);
    put(page, '[data-card-summary]');
    put(page, '[data-code-note]');
    const paying = document.querySelector<HTMLElement>(PAYING);
    if (paying !== null) paying.hidden = page.querySelector<HTMLElement>(PAYING)?.hidden ?? false;
    const made = page.querySelector<HTMLInputElement>(SHOWN);
    const shown = form.querySelector<HTMLInputElement>(SHOWN);
    if (shown !== null && made !== null) shown.value = made.value;
  } catch {
    // Without a connection the old sum stays: the server does not sell what it has not shown.
  }
};
