import { after } from './now.ts';

const SAID_MS = 3_000;

/** Makes the buttons that print a page work. */
export const printable = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-print]')) {
    button.hidden = false;
    button.addEventListener('click', () => window.print());
  }
};

/** Makes the buttons that pass a page on work: by the phone's own sheet, else the address is copied. Some only copy. */
export const shareable = (): void => {
  for (const button of document.querySelectorAll<HTMLButtonElement>('button[data-share]')) {
    button.hidden = false;
    button.addEventListener('click', async () => {
      const { shareText: text, sharePath = location.pathname, url = location.origin + sharePath } = button.dataset;
      if (button.dataset.copy === undefined && typeof navigator.share === 'function') {
        // Whoever closes the sheet of the phone has changed their mind.
        await navigator
          .share(text === undefined ? { title: document.title, url } : { text, url })
          .catch(() => undefined);
        return;
      }
      await navigator.clipboard.writeText(text === undefined ? url : `${text} ${url}`);
      const said = document.createElement('p');
      said.className = 'said';
      said.setAttribute('role', 'status');
      said.textContent = button.dataset.share ?? '';
      document.body.append(said);
      after(SAID_MS, () => said.remove());
    });
  }
};
