import { conflict } from './problem.ts';

/** What one verb does to each state: the state it leads to, or the refusal it meets. */
export interface Verb<State extends string> {
  readonly to: State;
  /** For every state from which the verb is refused, the 409 code and what to tell the caller. */
  readonly refused: Readonly<Partial<Record<State, readonly [code: string, message: string]>>>;
}

/**
 * The state that `verb` leads to from `state`.
 * @throws Problem 409 with the table's code when the verb is refused there.
 */
export const transition = <State extends string>(verb: Verb<State>, state: State): State => {
  const refusal = verb.refused[state];
  if (refusal !== undefined) throw conflict(refusal[0], refusal[1]);
  return verb.to;
};
