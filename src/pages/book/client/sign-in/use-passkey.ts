import { asked, hasPasskeys, KNOWN, keep, kept, say, send } from './passkey-parts.ts';

interface Signing {
  /** What follows once someone has signed in. */
  readonly done: () => void | Promise<void>;
  /** Ends the offer. */
  readonly closed?: AbortSignal;
}

/** Undefined where the person has closed the question of the browser, or another try has taken its place. */
const passkeyFor = async (
  mediation: CredentialMediationRequirement,
  signal: AbortSignal,
): Promise<object | undefined> => {
  const options = await send('auth/passkey/options', {});
  if (!options.ok) throw new Error('there are no options');
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(
    options.body.publicKey as PublicKeyCredentialRequestOptionsJSON,
  );
  const passkey = await asked(() => navigator.credentials.get({ publicKey, mediation, signal }));
  return signal.aborted ? undefined : passkey;
};

const signIn = async (part: HTMLElement, passkey: object, done: Signing['done']): Promise<void> => {
  const { ok, body } = await send('auth/passkey/verify', { passkey, asCookie: true });
  if (!ok) throw new Error('the passkey is not known');
  if (body.status !== 'signed_in') {
    say(part, part.dataset.waits);
    return;
  }
  keep(KNOWN);
  await done();
};

export const offerPasskey = async (part: HTMLElement, { done, closed }: Signing): Promise<void> => {
  if (!hasPasskeys) return;
  // The passkey comes first for anyone who has one here; others find it in the field of the address.
  part.hidden = !kept(KNOWN);
  let waiting = new AbortController();
  let isSigningIn = false;
  const tryTo = async (mediation: CredentialMediationRequirement): Promise<void> => {
    // Who presses the button while the field of the address signs in, signs in once.
    if (isSigningIn) return;
    waiting.abort();
    waiting = new AbortController();
    say(part, undefined);
    try {
      const passkey = await passkeyFor(mediation, waiting.signal).catch((error: unknown) => {
        // Where no one has asked for it yet, nothing is shown either.
        if (mediation === 'required') throw error;
        return undefined;
      });
      if (passkey === undefined) return;
      isSigningIn = true;
      await signIn(part, passkey, done).finally(() => {
        isSigningIn = false;
      });
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
