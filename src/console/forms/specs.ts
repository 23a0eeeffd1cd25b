import type { TextKey } from '../../texts/translate.ts';

/** What a form holds of a field: a text, a switch, or ids in order. */
export type Held = string | boolean | readonly string[];
export type Draft = Readonly<Record<string, Held>>;

/** What a form takes from the studio: the currency and the zone in which people write. */
export interface Studio {
  readonly currency: string;
  readonly timezone: string;
}

/** An answer to a question, in words. */
interface Answer<Id extends string> {
  readonly id: Id;
  readonly label: TextKey;
  readonly hint?: TextKey;
}

interface TextKind {
  readonly kind: 'text';
  readonly input?: 'email' | 'tel' | 'url';
  /** A text of several lines. */
  readonly isLong?: true;
  readonly maxLength?: number;
  /** Letters that are no words, such as a code. */
  readonly isCode?: true;
  /** What is said where nothing is typed. Without it nothing may be typed, and null is sent. */
  readonly missing?: TextKey;
}
interface NumberKind {
  readonly kind: 'number';
  /** The value that stands for nothing; by default null. */
  readonly none?: number;
  readonly least?: number;
}
interface MoneyKind {
  readonly kind: 'money';
  /** The field with its currency. */
  readonly currency: string;
  /** What the form calls it, with its currency. */
  readonly labelIn: TextKey;
}
interface SwitchKind {
  readonly kind: 'switch';
}
interface ChoiceKind<Id extends string> {
  readonly kind: 'choice';
  readonly look: 'radio' | 'select';
  readonly answers: readonly Answer<Id>[];
}
/** A currency in which the studio sells. Absent where it is one. */
interface CurrencyKind {
  readonly kind: 'currency';
}
/** An instant, written by the clock of the studio. */
interface MomentKind {
  readonly kind: 'moment';
}
/** Records among choices that the page reads. */
interface IdsKind {
  readonly kind: 'ids';
  /** What no choice means. */
  readonly none: TextKey;
  /** A record that is not among the choices. */
  readonly other: TextKey;
}
/** Sites; none stands for every site. Absent where the studio has one. */
interface SitesKind {
  readonly kind: 'sites';
  readonly marksOnline?: true;
}
/** Words with commas between, held as they are typed. */
interface WordsKind {
  readonly kind: 'words';
}

type TextKinds = TextKind | MomentKind | CurrencyKind;
type ListKinds = IdsKind | SitesKind | WordsKind;
type Kind = TextKinds | ListKinds | NumberKind | MoneyKind | SwitchKind | ChoiceKind<string>;

/** The kinds of field that hold a value of the interface. */
type KindOf<Value> = [Value] extends [boolean]
  ? SwitchKind
  : [Value] extends [number]
    ? NumberKind | MoneyKind
    : [Value] extends [string]
      ? string extends Value
        ? TextKinds
        : ChoiceKind<Value>
      : [Value] extends [readonly string[]]
        ? ListKinds
        : never;

/** What a form holds of a value of the interface. */
type HeldOf<Value> = [Value] extends [boolean]
  ? boolean
  : [Value] extends [string]
    ? Value
    : [Value] extends [readonly string[]]
      ? readonly string[]
      : string;

/** The fields of a record that its body takes. */
type NameOf<Row, Body> = keyof Row & keyof Body & string;

/** What a form of a record holds. @template Own fields that the record does not have, or has in another way */
export type DraftOf<Row, Body, Own> = {
  readonly [Name in keyof Own | NameOf<Row, Body>]: Name extends keyof Own
    ? Own[Name]
    : Name extends keyof Row
      ? HeldOf<NonNullable<Row[Name]>>
      : never;
};

interface Shared<D> {
  readonly label: TextKey;
  readonly hint?: TextKey | ((draft: D) => TextKey);
  /** In the form of a new record. */
  readonly newHint?: TextKey;
  /** What a new record begins with. */
  readonly start?: Held | ((studio: Studio) => Held);
  /** Whether it matters, with what else the form holds. It is shown where it does. */
  readonly when?: (draft: D) => boolean;
  /** What is sent while it does not matter; by default what the form holds. */
  readonly otherwise?: null | readonly never[];
  /** Fields one after the other with the same row stand beside one another. */
  readonly row?: string;
  /** What is wrong with it before anything is sent; where nothing is, its kind may say more. */
  readonly problem?: (draft: D) => TextKey | undefined;
}

/** How a field that the record has in another way is read and sent. */
interface Elsewhere<Row, Body, D> {
  readonly read: (row: Row, studio: Studio) => unknown;
  /** The fields of the body that are sent where it has changed; by default its own. */
  readonly writes: readonly (keyof Body & string)[];
  /** What it puts into the body; null where another field does. */
  readonly send: ((draft: D) => Partial<Body>) | null;
}

type SpecOf<K, Row, Body, D> = K & Shared<D> & Partial<Elsewhere<Row, Body, D>>;

/** A field of each name, of a kind that holds the value of that name. Another name is an own field. */
export type Table<Row, Body, Own, D = DraftOf<Row, Body, Own>> = {
  readonly [Name in Exclude<NameOf<Row, Body>, keyof Own>]?: SpecOf<KindOf<NonNullable<Row[Name]>>, Row, Body, D>;
} & {
  readonly [Name in keyof Own]: Name extends NameOf<Row, Body>
    ? SpecOf<KindOf<NonNullable<Row[Name]>>, Row, Body, D>
    : Kind & Shared<D> & Elsewhere<Row, Body, D>;
};

/** A field of any record. */
export type Spec = SpecOf<Kind, object, Readonly<Record<string, unknown>>, Draft>;
export type Specs = Readonly<Record<string, Spec>>;
