import { conflict } from './problem.ts';

export interface Transition<State extends string> {
  readonly to: State;
  /** The 409 code and message for each state that rejects it. */
  readonly rejects: Readonly<Partial<Record<State, readonly [code: string, message: string]>>>;
}

/** @throws Problem 409 with the table's code when `state` rejects the transition. */
export const applyTransition = <State extends string>(transition: Transition<State>, state: State): State => {
  const error = transition.rejects[state];
  if (error !== undefined) throw conflict(error[0], error[1]);
  return transition.to;
};
