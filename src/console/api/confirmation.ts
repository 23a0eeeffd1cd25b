import { makeStore } from '../base/store.ts';
import { codeOf } from './refusals/in-words.ts';

/** The question for the password of the person who is signed in, while it is open. */
export interface PasswordQuestion {
  /** The name of the act that waits for it, on the button. */
  readonly act: string | undefined;
  /** @param isGiven whether the server has taken the password. */
  readonly answer: (isGiven: boolean) => void;
}

let answered: Promise<boolean> | undefined;
let canAsk = false;

const question = makeStore<PasswordQuestion | undefined>(undefined, () => {
  canAsk = true;
  return () => {
    canAsk = false;
    question.get()?.answer(false);
  };
});

/**
 * Asks the person for the password. Returns whether the server has taken it; false where no page can ask. Actions that need it
 * at the same time share one question.
 */
export const askForPassword = (act?: string): Promise<boolean> => {
  if (!canAsk) return Promise.resolve(false);
  answered ??= new Promise<boolean>((resolve) => {
    question.set({
      act,
      answer(isGiven) {
        answered = undefined;
        question.set(undefined);
        resolve(isGiven);
      },
    });
  });
  return answered;
};

/** The question that is open, for the part of the page that shows it. */
export const usePasswordQuestion = question.use;

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
