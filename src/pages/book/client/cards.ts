// Pages on which a card pays or is saved: a new card is saved first, then its form is sent with the saved card.

import { type Confirm, cardForm } from './card-processors.ts';
import { beginSetup, completeSetup, type Setup } from './card-setup.ts';
import { CardProblem } from './card-typing.ts';
import { wordsOf } from './card-words.ts';
import { setupFromBank } from './kept-setup.ts';
import { canSend } from './session-ended/sign-in-again.ts';
import { PAYING, showSum } from './sum.ts';

const NEW_CARD = 'new';

const start = (form: HTMLFormElement): void => {
  const words = wordsOf(form);
  const { cards: processor = '', site: siteId = '' } = form.dataset;
  const fields = form.querySelector<HTMLElement>('[data-card-fields]');
  const newCard = form.querySelector<HTMLInputElement>('[data-new-card]');
  const note = form.querySelector<HTMLElement>('[data-card-note]');
  let begun: Promise<{ setup: Setup; confirm: Confirm }> | undefined;
  let isSaving = false;

  const say = (text: string): void => {
    if (note === null) return;
    note.hidden = text === '';
    if (note.firstElementChild !== null) note.firstElementChild.textContent = text;
    if (text !== '') note.scrollIntoView({ block: 'nearest' });
  };
  const paying = form.querySelector<HTMLElement>(PAYING);
  const isNew = (): boolean => paying?.hidden !== true && new FormData(form).get('card') === NEW_CARD;
  const begin = () => {
    begun ??= beginSetup(siteId, words).then(async (setup) => ({
      setup,
      confirm: await cardForm(processor, setup, words),
    }));
    // What went wrong is shown, and the next press begins again.
    begun.catch(() => {
      begun = undefined;
    });
    return begun;
  };
  const showFields = (): void => {
    if (fields === null || processor === '') return;
    fields.hidden = !isNew();
    if (isNew()) begin().catch((error: unknown) => say(error instanceof CardProblem ? error.message : words.failed));
  };

  const problem = (error: unknown): void => {
    if (!(error instanceof CardProblem)) reportError(error);
    say(error instanceof CardProblem ? error.message : words.failed);
  };

  /** What has come of it at the bank is told once. What was not saved can be tried again. */
  const comeBack = async (): Promise<void> => {
    const setup = setupFromBank();
    if (setup === undefined) return showFields();
    try {
      if (setup === null) throw new CardProblem(words.fromBank);
      await completeSetup(setup, siteId, words);
      if (newCard !== null) newCard.value = setup.id;
      form.requestSubmit();
    } catch (error) {
      showFields();
      problem(error);
    }
  };

  const saveCard = async (): Promise<void> => {
    const { setup, confirm } = await begin();
    await confirm(setup);
    await completeSetup(setup, siteId, words);
    if (newCard !== null) newCard.value = setup.id;
  };

  form.addEventListener('submit', async (event) => {
    if (!isNew() || processor === '') return;
    event.preventDefault();
    // The form is not sent yet.
    event.stopPropagation();
    if (isSaving) return;
    isSaving = true;
    form.setAttribute('aria-busy', 'true');
    say('');
    try {
      // Whoever has to sign in first does not lose the card that was typed.
      if (!(await canSend(form, event.submitter))) return;
      await saveCard();
      form.requestSubmit();
    } catch (error) {
      problem(error);
    } finally {
      isSaving = false;
      form.removeAttribute('aria-busy');
    }
  });

  const apply = (event: Event): void => {
    event.preventDefault();
    showSum(form);
  };
  form.querySelector('[data-apply]')?.addEventListener('click', apply);
  form.querySelector<HTMLInputElement>('[data-code]')?.addEventListener('keydown', (event) => {
    if (event.key === 'Enter') apply(event);
  });
  // What the bank may ask of a payment, a script opens over the page.
  const script = document.createElement('input');
  Object.assign(script, { type: 'hidden', name: 'script', value: '1' });
  form.append(script);
  for (const each of form.querySelectorAll<HTMLElement>('[data-needs-script]')) each.hidden = processor !== '';
  form.addEventListener('change', (event) => {
    const field = event.target;
    if (!(field instanceof HTMLInputElement) || field.type !== 'radio') return;
    showFields();
    showSum(form);
  });
  void comeBack();
};

for (const form of document.querySelectorAll<HTMLFormElement>('form[data-cards]')) start(form);
