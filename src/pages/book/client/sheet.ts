/** Attributes whose value names other elements by their ids. */
const REFERENCES = ['for', 'form', 'list', 'aria-labelledby', 'aria-describedby', 'aria-controls'];

let sheets = 0;

/** Gives the parts of a sheet other ids than the page beneath has, so that labels name the fields of their own page. */
const uniqueIds = (content: HTMLElement): void => {
  sheets += 1;
  const taken = new Map<string, string>();
  for (const element of content.querySelectorAll('[id]')) {
    const { id } = element;
    if (document.getElementById(id) === element && document.querySelectorAll(`#${CSS.escape(id)}`).length === 1)
      continue;
    element.id = `${id}-${sheets}`;
    taken.set(id, element.id);
  }
  if (taken.size === 0) return;
  for (const name of REFERENCES) {
    for (const element of content.querySelectorAll(`[${name}]`)) {
      const ids = (element.getAttribute(name) ?? '').split(' ');
      element.setAttribute(name, ids.map((id) => taken.get(id) ?? id).join(' '));
    }
  }
};

// A page in a dialog over another page.

const { close: closeWord = '', offline: offlineWord = '' } = document.body.dataset;

const closeIcon =
  '<svg class="icon" viewBox="0 0 24 24" stroke="currentColor" stroke-linecap="round" aria-hidden="true"><path d="M18 6 6 18M6 6l12 12"/></svg>';

export const makeSheet = (): HTMLDialogElement => {
  const sheet = document.createElement('dialog');
  sheet.className = 'sheet';
  sheet.addEventListener('close', () => sheet.remove());
  // A press beside the sheet closes it, and so does what leaves everything as it is.
  sheet.addEventListener('click', (event) => {
    const closes = event.target instanceof Element ? event.target.closest('[data-closes]') : null;
    if (closes !== null) event.preventDefault();
    if (closes !== null || event.target === sheet) sheet.close();
  });
  document.body.append(sheet);
  return sheet;
};

/** Shows a page in a sheet. Returns whether the response is a page: some refusals are not. */
export const showIn = (sheet: HTMLDialogElement, text: string, address: string): boolean => {
  const page = new DOMParser().parseFromString(text, 'text/html');
  const main = page.querySelector('main');
  if (main === null) return false;
  // A page on which a card may be typed is opened as a page: it has scripts and a policy of its own.
  if (main.dataset.whole !== undefined) {
    location.assign(address);
    return true;
  }
  const content = document.createElement('div');
  content.className = `sheet-content ${main.className}`;
  content.append(...main.childNodes, ...page.querySelectorAll('.act-bar'));
  const close = document.createElement('button');
  close.type = 'button';
  close.className = 'button sheet-close';
  close.dataset.variant = 'quiet';
  close.dataset.icon = '';
  close.setAttribute('aria-label', closeWord);
  close.innerHTML = closeIcon;
  close.addEventListener('click', () => sheet.close());
  sheet.replaceChildren(close, content, ...page.querySelectorAll('body > svg'));
  const heading = sheet.querySelector('h1');
  if (heading !== null) {
    heading.id = 'sheet-title';
    heading.tabIndex = -1;
  }
  uniqueIds(content);
  if (heading !== null) sheet.setAttribute('aria-labelledby', heading.id);
  if (!sheet.open) sheet.showModal();
  (
    sheet.querySelector<HTMLElement>('[role="alert"]') ??
    sheet.querySelector<HTMLElement>('[autofocus]') ??
    heading
  )?.focus();
  sheet.dispatchEvent(new CustomEvent('sheet-shown', { bubbles: true }));
  return true;
};

/** Says in a sheet that nothing has happened. @param words by default that there is no connection. */
export const showNote = (sheet: HTMLElement, words: string = offlineWord): void => {
  const note = document.createElement('p');
  note.className = 'notice';
  note.setAttribute('role', 'alert');
  note.textContent = words;
  sheet.querySelector('.notice[role="alert"]')?.remove();
  sheet.append(note);
};
