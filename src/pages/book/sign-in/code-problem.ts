import type { BookContext } from '../layout.ts';
import type { ApiRefusal } from '../messages.ts';

/** Why a code was refused; undefined if the error is not about the code. */
export const codeProblem = (
  { t }: BookContext,
  { status, code, details }: Pick<ApiRefusal, 'status' | 'code' | 'details'>,
): string | undefined => {
  if (code === 'member_code_wrong') {
    const { triesLeft = 0 } = details.find((detail) => detail.triesLeft !== undefined) ?? {};
    return t('signIn.wrongCode', { count: triesLeft });
  }
  if (code === 'member_code_expired') return t('signIn.noCode');
  if (status === 400) return t('signIn.notSixDigits');
  return status === 429 ? t('signIn.tooManyTries') : undefined;
};
