import { conflict } from './problem.ts';

/** A state transition: the state it leads to, and the states that reject it. */
export interface Transition<State extends string> {
  readonly to: State;
  /** The 409 code and message for each state that rejects it. */
  readonly rejects: Readonly<Partial<Record<State, readonly [code: string, message: string]>>>;
}

/**
 * The state after the transition.
 * @throws Problem 409 with the table's code when `state` rejects it.
 */
export const applyTransition = <State extends string>(transition: Transition<State>, state: State): State => {
  const error = transition.rejects[state];
  if (error !== undefined) throw conflict(error[0], error[1]);
  return transition.to;
};
