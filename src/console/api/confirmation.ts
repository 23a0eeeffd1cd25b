import { useSyncExternalStore } from 'react';
import { codeOf } from './in-words.ts';

/** The question for the password of who is signed in, while it is open. */
export interface PasswordQuestion {
  /** The name of the act that waits for it, on the button. */
  readonly act: string | undefined;
  /** @param isGiven whether the server has taken the password. */
  readonly answer: (isGiven: boolean) => void;
}

let question: PasswordQuestion | undefined;
let answered: Promise<boolean> | undefined;
let canAsk = false;
const listeners = new Set<() => void>();

const show = (next: PasswordQuestion | undefined): void => {
  question = next;
  for (const listener of listeners) listener();
};

/**
 * Asks the person for the password. Returns whether the server has taken it; false where no page can ask. Acts that need it
 * at the same time share one question.
 */
export const askForPassword = (act?: string): Promise<boolean> => {
  if (!canAsk) return Promise.resolve(false);
  answered ??= new Promise<boolean>((resolve) => {
    show({
      act,
      answer(isGiven) {
        answered = undefined;
        show(undefined);
        resolve(isGiven);
      },
    });
  });
  return answered;
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  canAsk = true;
  return () => {
    listeners.delete(listener);
    canAsk = listeners.size > 0;
    if (!canAsk) question?.answer(false);
  };
};

/** The question that is open, for the part of the page that shows it. */
export const usePasswordQuestion = (): PasswordQuestion | undefined => useSyncExternalStore(subscribe, () => question);

/** The code of a refusal that wants the password again. */
export const PASSWORD_REQUIRED = 'password_required';

const wantsPassword = async (response: Response): Promise<boolean> =>
  response.status === 403 && (await codeOf(response)) === PASSWORD_REQUIRED;

/**
 * Sends a request. Where the server wants the password again, the person is asked, and the same request is sent once more;
 * who does not give it gets the refusal.
 */
export const fetchConfirmed = async (request: Request): Promise<Response> => {
  const again = request.clone();
  const response = await fetch(request);
  if (!(await wantsPassword(response)) || !(await askForPassword())) return response;
  return fetch(again);
};
