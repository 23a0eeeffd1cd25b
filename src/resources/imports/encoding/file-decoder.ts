import { type Detail, detailsOf, invalidParam, type Problem } from '../../../kernel/problem.ts';
import { type ColumnNote, noteOf } from '../notes.ts';
import { cellIn, firstCell, isLikely } from './first-cell.ts';
import { type Declaration, declaredEncoding, likelyEncodings } from './names.ts';
import { decoderOf, nextText, textIn } from './text-in.ts';

const ASCII_END = 0x80;
/** The length of the longest byte order mark. */
const MARK_BYTES = 3;
/** The bytes from the first letter beyond ASCII on that decide whether a file is UTF-8. */
const DECIDING_BYTES = 1_048_576;
/** The bytes that are read to try an encoding. */
const SAMPLE_BYTES = 65_536;
/** The bytes before the first letter beyond ASCII that are kept to show its cell. */
const KEPT_BYTES = 200;

export interface Encoded extends Declaration {
  /** The locale of the studio, which says which encodings are likely. */
  readonly locale?: string | undefined;
  /** Whether nothing is written: a file in an unknown encoding is read then, in the most likely one. */
  readonly isTrial?: boolean | undefined;
}

/** What the first cell with a letter beyond ASCII is in an encoding. */
interface EncodingExample {
  readonly encoding: string;
  readonly text: string;
}

/** An encoding that nothing has declared. */
export interface EncodingChoice {
  /** In which the file was read. */
  readonly encoding: string;
  /** The most likely first. */
  readonly examples: readonly EncodingExample[];
}

const markOf = ([first, second, third]: Uint8Array): string | undefined => {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8';
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined;
};

const WHAT_TO_DO = "Send it as 'encoding' (studiod import: --encoding), or save the file as UTF-8.";

/** What the first such cell is in each encoding, as a sentence; empty where nothing is known. */
const shown = (examples: readonly EncodingExample[]): string => {
  const each = examples.map(({ encoding, text }) => `'${text}' in ${encoding}`);
  return each.length === 0 ? '' : ` Its first cell with another letter is ${each.join(', ')}.`;
};

const undeclared = (examples: readonly EncodingExample[]): Problem =>
  invalidParam(
    'encoding',
    `The file is not UTF-8, and its encoding is unknown.${shown(examples)} ${WHAT_TO_DO}`,
    'parameter_missing',
  );

/**
 * The text of a file: in its declared encoding, else by its byte order mark, else in UTF-8 (moving.md "Encoding").
 * Its methods throw Problem 400 for bytes that the encoding does not have, and for a file that is not UTF-8 and declares nothing,
 * which is read in the most likely encoding where nothing is written.
 */
export class FileDecoder {
  readonly #declared: ReturnType<typeof declaredEncoding>;
  readonly #likely: readonly string[];
  readonly #isTrial: boolean;
  #decoder: TextDecoder | undefined;
  /** Bytes that do not identify the encoding yet. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isBegun = false;
  #isAscii = true;
  /** The last bytes before the first letter beyond ASCII. */
  #before = new Uint8Array();
  #choice: EncodingChoice | undefined;

  /** @throws Problem 415 for an unknown encoding. */
  constructor({ locale = 'en', isTrial = false, ...declared }: Encoded = {}) {
    this.#declared = declaredEncoding(declared);
    this.#likely = likelyEncodings(locale);
    this.#isTrial = isTrial;
  }

  /** In which encoding the file was read where nothing says one; undefined where something does. */
  get choice(): EncodingChoice | undefined {
    return this.#choice;
  }

  /** What an import of the file will want besides its rows, after a trial. */
  wanted(): readonly Detail[] {
    return this.#choice === undefined ? [] : detailsOf(undeclared(this.#choice.examples));
  }

  /** How the file was read, where a choice was made. */
  notes(): ColumnNote[] {
    const { note } = this.#declared ?? {};
    const choice = this.#choice;
    if (choice === undefined) return note === undefined ? [] : [note];
    const { encoding, examples } = choice;
    const message =
      `The file is not UTF-8, and its encoding is unknown: it was read in ${encoding} to try it.` +
      `${shown(examples)} The import needs the right one. ${WHAT_TO_DO}`;
    return [
      noteOf('encoding_unknown', '', message, {
        examples: examples.map((each) => ({ text: each.text, value: each.encoding })),
        facts: { encoding },
      }),
    ];
  }

  /** The text of the next bytes, which can come later. */
  decode(bytes: Uint8Array): string {
    if (this.#decoder !== undefined) return this.#read(this.#decoder, bytes);
    this.#hold(bytes);
    if (!this.#isBegun && this.#heldBytes < MARK_BYTES) return '';
    const ascii = this.#begin();
    return this.#decoder === undefined && this.#heldBytes < DECIDING_BYTES ? ascii : ascii + this.#decide(false);
  }

  /** The text that is left at the end. */
  end(): string {
    const text = this.#begin() + this.#decide(true);
    return this.#decoder === undefined ? text : text + this.#read(this.#decoder, undefined);
  }

  #hold(bytes: Uint8Array): void {
    if (bytes.length === 0) return;
    this.#held.push(Uint8Array.from(bytes));
    this.#heldBytes += bytes.length;
  }

  /** The bytes that were held, which are held no longer. */
  #letGo(): Uint8Array {
    const [only] = this.#held;
    const bytes = this.#held.length === 1 && only !== undefined ? only : Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return bytes;
  }

  /** Looks at the mark, and takes what is ASCII, which is the same in UTF-8 and whatever else a file can be in. */
  #begin(): string {
    if (!this.#isBegun) {
      this.#isBegun = true;
      const bytes = this.#letGo();
      const encoding = this.#encodingOf(markOf(bytes));
      if (encoding !== undefined) this.#decoder = decoderOf(encoding);
      this.#hold(bytes);
    }
    if (this.#decoder !== undefined || !this.#isAscii) return '';
    const bytes = this.#letGo();
    const at = bytes.findIndex((byte) => byte >= ASCII_END);
    const ascii = at === -1 ? bytes : bytes.subarray(0, at);
    this.#before = Buffer.concat([this.#before, ascii.subarray(-KEPT_BYTES)]).subarray(-KEPT_BYTES);
    if (at !== -1) {
      this.#isAscii = false;
      this.#hold(bytes.subarray(at));
    }
    return Buffer.from(ascii.buffer, ascii.byteOffset, ascii.byteLength).toString('latin1');
  }

  /** The declared encoding or that of the mark. @throws Problem 400 where they contradict each other. */
  #encodingOf(mark: string | undefined): string | undefined {
    if (this.#declared === undefined || mark === undefined) return this.#declared?.name ?? mark;
    const { name, label } = this.#declared;
    if (mark === name || (label === 'utf-16' && mark === 'utf-16be')) return mark;
    throw invalidParam(
      'encoding',
      `The file starts with the byte order mark of ${mark}, but is declared to be ${name}. Leave out the declaration, or save the file again.`,
      { reason: 'not_accepted' },
    );
  }

  /** The text of what is held, once its encoding is decided. */
  #decide(isEnd: boolean): string {
    if (this.#heldBytes === 0) return '';
    const bytes = this.#letGo();
    this.#decoder ??= this.#decoderFor(bytes, isEnd);
    return this.#read(this.#decoder, bytes);
  }

  #decoderFor(bytes: Uint8Array, isEnd: boolean): TextDecoder {
    const utf8 = decoderOf('utf-8');
    const isUtf8 = nextText(utf8, bytes) !== undefined && (!isEnd || nextText(utf8, undefined) !== undefined);
    if (isUtf8) return decoderOf('utf-8');
    const cell = firstCell(this.#before, bytes);
    const examples = this.#likely.flatMap((encoding) => {
      const text = cellIn(encoding, cell);
      return text === undefined ? [] : [{ encoding, text }];
    });
    if (!this.#isTrial) throw undeclared(examples);
    const sample = bytes.subarray(0, SAMPLE_BYTES);
    const encoding = examples.find((each) => isLikely(textIn(each.encoding, sample) ?? '\ufffd'))?.encoding;
    this.#choice = { encoding: encoding ?? 'windows-1252', examples };
    return decoderOf(this.#choice.encoding);
  }

  #read(decoder: TextDecoder, bytes: Uint8Array | undefined): string {
    const text = nextText(decoder, bytes);
    if (text !== undefined) return text;
    const isDeclared = this.#declared !== undefined;
    const begins = isDeclared || decoder.encoding !== 'utf-8' ? 'is not' : 'begins as UTF-8, but is not';
    throw invalidParam(
      'body',
      `The file ${begins} ${decoder.encoding} throughout. Find out its encoding. ${WHAT_TO_DO}`,
      { reason: 'not_accepted' },
    );
  }
}
