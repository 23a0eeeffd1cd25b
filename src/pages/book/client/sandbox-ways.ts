// The ways to pay of the sandbox, in the place of the form of a processor.

type SandboxWay = 'card' | 'wallet' | 'debit' | 'redirect';

const WAYS: readonly SandboxWay[] = ['card', 'wallet', 'debit', 'redirect'];

const chosenWay = (): SandboxWay => {
  const { value } = document.querySelector<HTMLInputElement>('[data-way-fields] input[name="way"]:checked') ?? {};
  return WAYS.find((way) => way === value) ?? 'wallet';
};

/** Shows the fields of the way that is chosen. Returns which one that is, and the account that is typed. */
export const watchWays = (): { readonly way: () => SandboxWay; readonly iban: () => string } => {
  const account = document.querySelector<HTMLElement>('[data-account]');
  const card = document.querySelector<HTMLElement>('[data-typed-card]');
  const show = (): void => {
    if (account !== null) account.hidden = chosenWay() !== 'debit';
    if (card !== null) card.hidden = chosenWay() !== 'card';
  };
  document.querySelector('[data-way-fields] fieldset')?.addEventListener('change', (event) => {
    // It is not a choice of the form, which would ask what it costs.
    event.stopPropagation();
    show();
  });
  show();
  return { way: chosenWay, iban: () => document.querySelector<HTMLInputElement>('#iban')?.value ?? '' };
};
