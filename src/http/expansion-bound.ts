import { invalidParam, type Problem } from '../kernel/problem.ts';

/** The most related records in one response. A record counts as often as it is written. */
export const MAX_RELATED = 10_000;
/** The maximum number of characters of their JSON text. */
export const MAX_RELATED_CHARACTERS = 4_000_000;

const tooMuch = (what: string): Problem => {
  const hint = "Send a smaller 'limit', expand less, or read the related records with their own operations.";
  return invalidParam('expand[]', `The response would have more than ${what}. ${hint}`, { reason: 'not_accepted' });
};

const tooManyRecords = (): Problem => tooMuch(`${MAX_RELATED} related records`);
const tooManyCharacters = (): Problem => tooMuch(`${MAX_RELATED_CHARACTERS} characters of related records`);

const textLength = (row: object): number => {
  let length = 0;
  for (const value of Object.values(row)) if (typeof value === 'string') length += value.length;
  return length;
};

/** Expanded lists have no `limit`, and multiply: 100 payments with 67 packages of 2,000 entries would be 647 MB. */
export class ExpansionBound {
  #records = 0;
  #characters = 0;

  /** The rows of expanded lists, read up to the bound. @throws Problem 400 `parameter_invalid` for too many. */
  take<Row extends object>(rows: Iterable<Row>): Row[] {
    const taken: Row[] = [];
    let characters = this.#characters;
    for (const row of rows) {
      characters += textLength(row);
      if (characters > MAX_RELATED_CHARACTERS) throw tooManyCharacters();
      if (this.#records + taken.push(row) > MAX_RELATED) throw tooManyRecords();
    }
    return taken;
  }

  /** @throws Problem 400 `parameter_invalid` for more ids than the response can have records. */
  requireLoadable(ids: number): void {
    if (ids > MAX_RELATED) throw tooManyRecords();
  }

  /** @throws Problem 400 `parameter_invalid` for too many. */
  addRecords(count: number): void {
    this.#records += count;
    if (this.#records > MAX_RELATED) throw tooManyRecords();
  }

  /** @throws Problem 400 `parameter_invalid` for too many. */
  addCharacters(count: number): void {
    this.#characters += count;
    if (this.#characters > MAX_RELATED_CHARACTERS) throw tooManyCharacters();
  }
}
