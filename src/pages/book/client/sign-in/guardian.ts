import { today } from '../now.ts';
import { isOfAge } from './of-age.ts';

/** Asks for a parent or guardian where someone is not of age. Without a script everyone is asked. */
export const askGuardianOfMinors = (page: ParentNode): void => {
  const birth = page.querySelector<HTMLInputElement>('input[name="dateOfBirth"]');
  const guardian = page.querySelector<HTMLElement>('[data-minor]');
  if (birth === null || guardian === null) return;
  const show = (): void => {
    const isMinor = birth.value !== '' && !isOfAge(birth.value, today());
    guardian.hidden = !isMinor && guardian.querySelector('[aria-invalid]') === null;
  };
  birth.addEventListener('input', show);
  show();
};
