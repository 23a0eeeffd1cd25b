import { nextTurn } from './clock.ts';

/** Lets work of many go on in turns of the event loop, a few in each of them and in the order in which they came. */
export class TurnQueue {
  readonly #waiting: (() => void)[] = [];

  constructor(private readonly perTurn: number) {}

  /** Resolves in the next turn that has room. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      if (this.#waiting.push(resolve) === 1) nextTurn(this.#turn);
    });
  }

  #turn = (): void => {
    for (const resolve of this.#waiting.splice(0, this.perTurn)) resolve();
    if (this.#waiting.length > 0) nextTurn(this.#turn);
  };
}
