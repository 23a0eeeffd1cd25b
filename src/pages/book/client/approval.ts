// The page of a purchase that the bank wants approved: opens what the bank asks over the page, then looks what came of it.

import { askHolder, loadStripe } from './card-processors.ts';
import { post } from './card-setup.ts';
import { CardProblem } from './card-typing.ts';
import type { AskWords } from './card-words.ts';

interface Approval {
  readonly clientSecret: string;
  readonly publishableKey: string;
  readonly processorAccount: string | null;
  /** The page that says what has come of it. */
  readonly next: string;
  readonly words: AskWords & { readonly failed: string; readonly offline: string };
}

/** Resolves with whether something was decided. */
type Open = (approval: Approval) => Promise<boolean>;

const sandbox: Open = async ({ publishableKey, clientSecret, words }) => {
  const decision = await askHolder(words);
  if (decision === '') return false;
  const body = JSON.stringify({ publishableKey, clientSecret, approved: decision === 'yes' });
  await post('/sandbox/processor/charges/decide', { body }, words, () => words.failed);
  return true;
};

const stripe: Open = async ({ publishableKey, processorAccount, clientSecret, words }) => {
  const make = await loadStripe(words);
  const client = make(publishableKey, processorAccount === null ? undefined : { stripeAccount: processorAccount });
  // A refusal is an error too: the next page says it.
  await client.handleNextAction({ clientSecret });
  return true;
};

const start = (main: HTMLElement, approval: Approval): void => {
  const open = main.dataset.processor === 'stripe' ? stripe : sandbox;
  const button = document.querySelector<HTMLButtonElement>('[data-approve]');
  const note = main.querySelector<HTMLElement>('[data-card-note]');
  const say = (text: string): void => {
    if (note === null) return;
    note.hidden = text === '';
    if (note.firstElementChild !== null) note.firstElementChild.textContent = text;
  };
  const ask = async (): Promise<void> => {
    if (button !== null) button.disabled = true;
    say('');
    try {
      if (await open(approval)) location.replace(approval.next);
    } catch (error) {
      if (!(error instanceof CardProblem)) reportError(error);
      say(error instanceof CardProblem ? error.message : approval.words.failed);
    } finally {
      if (button !== null) button.disabled = false;
    }
  };
  for (const each of main.querySelectorAll<HTMLElement>('[data-needs-script]')) each.hidden = true;
  if (button !== null) {
    button.hidden = false;
    button.addEventListener('click', ask);
  }
  void ask();
};

const main = document.querySelector<HTMLElement>('[data-approval]');
const data = main?.dataset.approval ?? '';
if (main !== null && data !== '') start(main, JSON.parse(data));
