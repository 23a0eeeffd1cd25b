// What using and making passkeys have in common.

/** Whether this browser has used or made a passkey of this studio, and whether one was offered. */
export const KNOWN = 'studiod.passkey';
export const OFFERED = 'studiod.passkey-offered';

const credentials: typeof PublicKeyCredential | undefined = globalThis.PublicKeyCredential;
export const hasPasskeys = globalThis.isSecureContext && typeof credentials?.parseRequestOptionsFromJSON === 'function';

/** A browser may refuse to keep anything. */
export const kept = (name: string): boolean => {
  try {
    return localStorage.getItem(name) === '1';
  } catch {
    return false;
  }
};
export const keep = (name: string): void => {
  try {
    localStorage.setItem(name, '1');
  } catch {
    // Then it is offered again.
  }
};

export const send = async (path: string, body: object): Promise<{ ok: boolean; body: Record<string, unknown> }> => {
  const response = await fetch(`/public-api/v2/${path}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'X-Studiod-Page': '1',
      'X-Site-ID': document.body.dataset.site ?? '',
    },
    body: JSON.stringify(body),
  });
  return { ok: response.ok, body: await response.json() };
};

export const say = (part: HTMLElement, text: string | undefined): void => {
  part.querySelector('.notice')?.remove();
  if (text === undefined) return;
  const note = document.createElement('p');
  note.className = 'notice';
  note.dataset.tone = 'caution';
  note.setAttribute('role', 'alert');
  note.textContent = text;
  part.prepend(note);
};

/** Undefined where the person has closed the question of the browser. */
export const asked = async (question: () => Promise<Credential | null>): Promise<object | undefined> => {
  try {
    const credential = await question();
    return credential instanceof PublicKeyCredential ? credential.toJSON() : undefined;
  } catch (error) {
    if (error instanceof DOMException && ['NotAllowedError', 'AbortError'].includes(error.name)) return undefined;
    throw error;
  }
};
