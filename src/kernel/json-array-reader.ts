import { MAX_ROW_CHARACTERS } from './csv.ts';

/** The text is not a JSON array. */
export class JsonError extends Error {}

/** An item of the array as it is in the file, and where it begins. */
export interface JsonItem {
  readonly text: string;
  /** From 1 on, both; the column counts UTF-16 units. */
  readonly line: number;
  readonly column: number;
}

const BLANK = /\s/;

/**
 * Splits a streamed JSON array into the texts of its items, so that a large file is never parsed as a whole. It only
 * finds where items end: `JSON.parse` validates each item.
 */
export class JsonArrayReader {
  #place: 'before' | 'between' | 'item' | 'after' = 'before';
  #item = '';
  #depth = 0;
  #isText = false;
  #isEscaped = false;
  #mayEnd = true;
  /** How much of the file was read before the text that is read now. */
  #offset = 0;
  #line = 1;
  #lineStart = 0;
  #start = { line: 1, column: 1 };

  /** The items that `text` completes, each made when it is asked for. @throws JsonError */
  *push(text: string): Generator<JsonItem, void> {
    let from = 0;
    for (let index = 0; index < text.length; index += 1) {
      const character = text.charAt(index);
      if (this.#place !== 'item') {
        if (!this.#begins(character)) {
          this.#count(character, index);
          continue;
        }
        from = index;
        this.#start = { line: this.#line, column: this.#offset + index - this.#lineStart + 1 };
      }
      this.#count(character, index);
      if (this.#isEnd(character)) {
        this.#add(text.slice(from, index));
        const item = { text: this.#item, ...this.#start };
        this.#item = '';
        this.#place = character === ']' ? 'after' : 'between';
        this.#mayEnd = false;
        yield item;
      }
    }
    if (this.#place === 'item') this.#add(text.slice(from));
    this.#offset += text.length;
  }

  /** Counts lines. A byte order mark is no column. */
  #count(character: string, index: number): void {
    if (character === '\n') {
      this.#line += 1;
      this.#lineStart = this.#offset + index + 1;
    } else if (character === '\ufeff' && this.#place === 'before') this.#lineStart += 1;
  }

  #add(text: string): void {
    this.#item += text;
    if (this.#item.length > MAX_ROW_CHARACTERS) {
      throw new JsonError(
        `A record of the list has more than ${MAX_ROW_CHARACTERS} characters. Leave out what it does not need.`,
      );
    }
  }

  /** @throws JsonError when the array is not closed. */
  end(): void {
    if (this.#place !== 'after')
      throw new JsonError('The JSON array is not closed. Send a complete array: [ {...}, {...} ].');
  }

  #begins(character: string): boolean {
    if (BLANK.test(character)) return false;
    if (this.#place === 'before') {
      if (character === '\ufeff') return false;
      if (character !== '[') throw new JsonError('The file must be a JSON array of records: [ {...}, {...} ].');
      this.#place = 'between';
    } else if (this.#place === 'after') {
      throw new JsonError('There is text after the end of the array. Send a single array.');
    } else if (character === ']' && this.#mayEnd) this.#place = 'after';
    else if (character === ',' || character === ']')
      throw new JsonError('A record is missing before or after a comma.');
    else this.#place = 'item';
    return this.#place === 'item';
  }

  #isEnd(character: string): boolean {
    if (this.#isText) {
      if (this.#isEscaped) this.#isEscaped = false;
      else if (character === '\\') this.#isEscaped = true;
      else if (character === '"') this.#isText = false;
      return false;
    }
    if (this.#depth === 0 && (character === ',' || character === ']')) return true;
    if (character === '"') this.#isText = true;
    else if (character === '{' || character === '[') this.#depth += 1;
    else if (character === '}' || character === ']') this.#depth -= 1;
    return false;
  }
}
