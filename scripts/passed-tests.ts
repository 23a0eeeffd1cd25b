/** Counts the dots of `bun test --dots`: each is a test that passed. */
export class PassedTests {
  count = 0;
  #isDots = true;

  /** Takes a piece of the output, which may begin in the middle of a line. */
  add(piece: string): void {
    for (const character of piece) {
      this.#isDots = character === '\n' || (this.#isDots && character === '.');
      if (this.#isDots && character === '.') this.count += 1;
    }
  }
}

/** An output without its dots. */
export const withoutDots = (output: string): string => output.replace(/^\.+(?:\n|$)|^\.{2,}/gm, '');
