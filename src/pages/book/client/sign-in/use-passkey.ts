import { asked, hasPasskeys, KNOWN, keep, kept, say, send } from './passkey-parts.ts';

interface Signing {
  /** What follows once somebody has signed in. */
  readonly done: () => void | Promise<void>;
  /** Ends the offer. */
  readonly closed?: AbortSignal;
}

const give = async (
  part: HTMLElement,
  done: Signing['done'],
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<void> => {
  const options = await send('auth/passkey/options', {});
  if (!options.ok) throw new Error('there are no options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options.body.publicKey as PublicKeyCredentialRequestOptionsJSON,
  );
  const passkey = await asked(() => navigator.credentials.get({ publicKey, mediation, signal }));
  if (passkey === undefined) return;
  const { ok, body } = await send('auth/passkey/verify', { passkey, asCookie: true });
  if (!ok) throw new Error('the passkey is not known');
  if (body.status !== 'signed_in') {
    say(part, part.dataset.waits);
    return;
  }
  keep(KNOWN);
  await done();
};

/** Signs in with a passkey, where the browser has passkeys. */
export const offerPasskey = async (part: HTMLElement, { done, closed }: Signing): Promise<void> => {
  if (!hasPasskeys) return;
  // The passkey comes first for who has one here; others find it in the field of the address.
  part.hidden = !kept(KNOWN);
  let waiting = new AbortController();
  const tryTo = async (mediation: CredentialMediationRequirement): Promise<void> => {
    waiting.abort();
    waiting = new AbortController();
    say(part, undefined);
    try {
      await give(part, done, mediation, waiting.signal);
    } catch {
      part.hidden = false;
      say(part, part.dataset.failed);
    }
  };
  closed?.addEventListener('abort', () => waiting.abort());
  part.querySelector('button')?.addEventListener('click', () => tryTo('required'));
  if ((await PublicKeyCredential.isConditionalMediationAvailable?.()) && closed?.aborted !== true)
    await tryTo('conditional');
};
