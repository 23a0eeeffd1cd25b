import { after } from './now.ts';

/** After so long, ms, a form that is being sent says so. */
const SHOWN_AFTER = 150;

/** A form is sent once, however often its button is pressed. What comes back from the history can be sent again. */
export const sendOnce = (): void => {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    if (form.dataset.sent !== undefined) {
      event.preventDefault();
      return;
    }
    form.dataset.sent = '';
    after(SHOWN_AFTER, () => {
      if (form.dataset.sent !== undefined) form.setAttribute('aria-busy', 'true');
    });
  });
  addEventListener('pageshow', () => {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-sent]')) allowAgain(form);
  });
};

/** A search goes on as soon as something is chosen in it: not by keys, which pass over what is between. */
export const findOnChange = (): void => {
  let isByKey = false;
  document.addEventListener('keydown', () => {
    isByKey = true;
  });
  document.addEventListener('pointerdown', () => {
    isByKey = false;
  });
  document.addEventListener('change', ({ target }) => {
    if (isByKey || !(target instanceof HTMLSelectElement)) return;
    target.closest<HTMLFormElement>('form[data-find]')?.requestSubmit();
  });
};

export const allowAgain = (form: HTMLFormElement): void => {
  delete form.dataset.sent;
  form.removeAttribute('aria-busy');
};
