import { didYouMean } from '../kernel/did-you-mean.ts';
import type { Detail } from '../kernel/problem.ts';
import { SCOPES } from '../kernel/scopes.ts';

const ALL: ReadonlySet<string> = new Set(SCOPES);

/** What is wrong with a list of scopes, each as `scopes[n]`; empty when nothing is. */
export const scopeDetails = (scopes: readonly string[]): Detail[] => {
  if (scopes.length === 0) {
    const message = "A credential needs at least one scope, such as 'clients:read', or '*' for all of them.";
    return [{ param: 'scopes', code: 'parameter_missing', message }];
  }
  return scopes.flatMap((scope, index) => {
    if (ALL.has(scope)) return [];
    const hint = didYouMean(scope, SCOPES) || ` The scopes are: ${SCOPES.join(', ')}.`;
    return [{ param: `scopes[${index}]`, code: 'parameter_invalid', message: `There is no scope '${scope}'.${hint}` }];
  });
};
