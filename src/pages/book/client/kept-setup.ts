// What is kept of a setup while a bank has the page.

import type { Setup } from './card-setup.ts';

const KEPT = 'studiod-setup';

export const keepSetup = (setup: Setup): void => sessionStorage.setItem(KEPT, JSON.stringify(setup));

export const forgetSetup = (): void => sessionStorage.removeItem(KEPT);

/**
 * The setup with which a bank leads back, once, if it is the one that was begun here. Undefined for who does not come from a bank;
 * null where the address names another setup, or one whose result was told already.
 */
export const setupFromBank = (): Setup | null | undefined => {
  const kept: Setup | null = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null');
  forgetSetup();
  const url = new URL(location.href);
  const id = url.searchParams.get('setup_intent');
  if (id === null) return undefined;
  const secret = url.searchParams.get('setup_intent_client_secret') ?? '';
  for (const name of ['setup_intent', 'setup_intent_client_secret', 'redirect_status']) url.searchParams.delete(name);
  history.replaceState(null, '', url);
  return secret.startsWith(`${id}_secret_`) && kept?.setupIntentClientSecret === secret ? kept : null;
};
