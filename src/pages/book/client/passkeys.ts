// Passkeys of members: signing in with one, and making one. Without a script there are codes.

import { asked, hasPasskeys, KNOWN, keep, kept, OFFERED, say, send } from './sign-in/passkey-parts.ts';
import { offerPasskey } from './sign-in/use-passkey.ts';

/** Where signing in leads first: whether the browser has kept the cookie is seen there. */
const KEPT_PATH = '/book/sign-in/kept';

const offerNew = (part: HTMLElement): void => {
  const { passkeyAdd: next = '/book', name, failed } = part.dataset;
  keep(OFFERED);
  part.querySelector('button')?.addEventListener('click', async () => {
    say(part, undefined);
    try {
      const options = await send('member/passkeys/options', {});
      if (!options.ok) throw new Error('there are no options');
      const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(
        options.body.publicKey as PublicKeyCredentialCreationOptionsJSON,
      );
      const passkey = await asked(() => navigator.credentials.create({ publicKey }));
      if (passkey === undefined) return;
      const { ok } = await send('member/passkeys', { name, passkey });
      if (!ok) throw new Error('the passkey was not kept');
      keep(KNOWN);
      location.assign(next);
    } catch {
      say(part, failed);
    }
  });
};

if (hasPasskeys) {
  for (const part of document.querySelectorAll<HTMLElement>('[data-passkey-use]')) {
    void offerPasskey(part, {
      done: () => location.assign(`${KEPT_PATH}?${new URLSearchParams({ next: part.dataset.passkeyUse ?? '/book' })}`),
    });
  }
  if (!kept(OFFERED)) {
    for (const form of document.querySelectorAll<HTMLFormElement>('form[data-offers]')) {
      const field = document.createElement('input');
      Object.assign(field, { type: 'hidden', name: 'offers', value: '1' });
      form.append(field);
    }
  }
}
for (const part of document.querySelectorAll<HTMLElement>('[data-passkey-add]')) {
  if (hasPasskeys) offerNew(part);
  else part.hidden = true;
}
