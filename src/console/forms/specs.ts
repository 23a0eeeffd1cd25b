import type { TextKey } from '../../texts/translate.ts';
import type { ResponseOf } from '../api/types.ts';
import type { Unit } from '../formats/read-length.ts';

type Permission = ResponseOf<'getMe'>['permissions'][number];

/** What a form holds of a field: a text, a switch, ids in order, or the parts of a record, such as its rooms. */
export type Held = string | boolean | readonly string[] | readonly object[];
export type Draft = Readonly<Record<string, Held>>;

/** What a form takes from the studio: the currency and the zone in which people write. */
export interface Studio {
  readonly currency: string;
  readonly timezone: string;
  /** The sites of a person who has some only: what they create is at those. None for a person who has all. */
  readonly ownSites?: readonly string[];
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
  readonly rows?: number;
  /** A whole text, which is sent as it is typed, and too long to be shown twice. */
  readonly isWhole?: true;
  readonly maxLength?: number;
  readonly placeholder?: string;
  /** Letters that are no words, such as a code. */
  readonly isCode?: true;
  /** What is shown where nothing is typed. Without it nothing may be typed, and null is sent. */
  readonly missing?: TextKey;
  /** Nothing may be typed, and is sent as an empty text. */
  readonly mayBeEmpty?: true;
}
interface NumberKind {
  readonly kind: 'number';
  /** The value that stands for nothing; by default null. */
  readonly none?: number;
  /** By default 0. */
  readonly least?: number;
  /** What is shown where nothing is typed. Without it nothing may be typed. */
  readonly missing?: TextKey;
  /** What is shown where no such number is typed. */
  readonly wrong?: TextKey;
  /** With a point or a comma. */
  readonly isDecimal?: true;
  /** Written as a length of time, such as *2 hours*; the form holds a number of units. */
  readonly unit?: Unit;
  /** What cannot be read is sent as it is typed, so that the server says what it wants. */
  readonly isAsTyped?: true;
}
interface MoneyKind {
  readonly kind: 'money';
  /** The field with its currency. */
  readonly currency: string;
  /** What the form calls it, with its currency; by default its label. */
  readonly labelIn?: TextKey;
  /** What cannot be read is sent as it is typed, so that the server says what it wants. */
  readonly isAsTyped?: true;
  /** Nothing may be typed, which stands for null. */
  readonly mayBeEmpty?: true;
}
interface SwitchKind {
  readonly kind: 'switch';
  /** By default a switch. */
  readonly look?: 'check';
}
interface ChoiceKind<Id extends string> {
  readonly kind: 'choice';
  readonly look: 'radio' | 'select';
  readonly answers: readonly Answer<Id>[];
  /** The answer that stands for null. */
  readonly none?: TextKey;
}
/** One of the choices that the page reads, such as an award or a country. */
interface PickKind {
  readonly kind: 'pick';
  /** The choice that stands for null. Without it one must be chosen. */
  readonly none?: TextKey;
  /** One that is not among the choices, such as an archived award; by default what it holds. */
  readonly other?: TextKey;
  /** What is shown where none is chosen. Without it none may be. */
  readonly missing?: TextKey;
}
/** A day of the calendar. */
interface DateKind {
  readonly kind: 'date';
  /** What is shown where nothing is typed. Without it nothing may be typed, and null is sent. */
  readonly missing?: TextKey;
}
interface TimeKind {
  readonly kind: 'time';
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
  /** They are sites; none stands for every site that the person has. */
  readonly ofSites?: true;
  /** By default a field in which they are found by typing. */
  readonly look?: 'chips';
  /** What no choice means. */
  readonly none: TextKey;
  /** A record that is not among the choices; by default a question mark. */
  readonly other?: TextKey;
}
/** Sites; none stands for every site that the person has. Absent where that is one. */
interface SitesKind {
  readonly kind: 'sites';
  readonly marksOnline?: true;
}
/** Words with commas between, held as they are typed. */
interface WordsKind {
  readonly kind: 'words';
}

/** A list of parts, such as rooms, which the page draws and puts in words. */
interface PartsKind {
  readonly kind: 'parts';
}

type TextKinds = TextKind | DateKind | TimeKind | MomentKind | CurrencyKind | PickKind;
type ListKinds = IdsKind | SitesKind | WordsKind;
type Kind = TextKinds | ListKinds | NumberKind | MoneyKind | SwitchKind | ChoiceKind<string> | PartsKind;

/** The kinds of field that hold a value of the interface. */
type KindOf<Value> = [Value] extends [boolean]
  ? SwitchKind
  : [Value] extends [number]
    ? NumberKind | MoneyKind
    : [Value] extends [string]
      ? string extends Value
        ? TextKinds
        : ChoiceKind<Value> | PickKind
      : [Value] extends [readonly string[]]
        ? ListKinds
        : [Value] extends [readonly object[]]
          ? PartsKind
          : never;

/** What a form holds of a value of the interface. A choice that may be null may be none. */
type HeldOf<Value, Known = NonNullable<Value>> = [Known] extends [boolean]
  ? boolean
  : [Known] extends [string]
    ? Known | (string extends Known ? never : null extends Value ? '' : never)
    : [Known] extends [readonly string[]]
      ? readonly string[]
      : [Known] extends [readonly (infer Part extends object)[]]
        ? readonly Part[]
        : string;

/** The names of what is inside a group of fields, such as `address.city`, and inside the groups in it. */
type Inside<Group extends string, Value> = [Value] extends [readonly unknown[]]
  ? never
  : [Value] extends [object]
    ? string extends keyof Value
      ? never
      : {
          [Name in keyof Value & string]: `${Group}.${Name}` | Inside<`${Group}.${Name}`, NonNullable<Value[Name]>>;
        }[keyof Value & string]
    : never;

/** The fields of a record that its body takes, and those inside its groups of fields. */
type NameOf<Row, Body> =
  | (keyof Row & keyof Body & string)
  | { [Name in keyof Row & keyof Body & string]: Inside<Name, NonNullable<Row[Name]>> }[keyof Row &
      keyof Body &
      string];

type ValueOf<Row, Name> = Name extends keyof Row
  ? Row[Name]
  : Name extends `${infer Group}.${infer Inner}`
    ? Group extends keyof Row
      ? ValueOf<NonNullable<Row[Group]>, Inner>
      : never
    : never;

/** What a form of a record holds. @template Own fields that the record does not have, or has in another way */
export type DraftOf<Row, Body, Own> = {
  readonly [Name in keyof Own | NameOf<Row, Body>]: Name extends keyof Own ? Own[Name] : HeldOf<ValueOf<Row, Name>>;
};

interface Shared<D> {
  readonly label: TextKey;
  /** The name that the studio has given it, such as a custom property; in place of its label. */
  readonly ownName?: string;
  readonly hint?: TextKey | ((draft: D) => TextKey | undefined);
  /** In the form of a new record. */
  readonly newHint?: TextKey;
  /** What a new record begins with. */
  readonly start?: Held | ((studio: Studio) => Held);
  /** Whether it matters, with what else the form holds. It is shown where it does. */
  readonly when?: (draft: D) => boolean;
  /** The form of a new record begins here. */
  readonly isFirst?: true;
  /** What nothing means, such as no limit. */
  readonly empty?: TextKey;
  /** A new record is sent without it where nothing is typed or it does not matter, so that the server decides. */
  readonly isLeftOut?: true;
  /** It is sent with every change, also of other fields, such as from when a change holds. */
  readonly isAlways?: true;
  /** Takes the whole width of a card. */
  readonly isWide?: true;
  /** What is sent while it does not matter; by default what the form holds. */
  readonly otherwise?: null | readonly never[];
  /** Its value where no one has set one, as a form holds it. */
  readonly usual?: Held;
  /** Who may change it. */
  readonly permission?: Permission;
  /** What is shown where the server refuses it; by default what the server says. */
  readonly refused?: TextKey;
  /** Fields one after the other with the same row are beside one another. */
  readonly row?: string;
  /** What is wrong with it before anything is sent; where nothing is, its kind may say more. */
  readonly problem?: (draft: D) => TextKey | undefined;
  /** What is wrong with each of its parts, which are then called by their places, such as `rooms.0`. */
  readonly problems?: (draft: D) => readonly (TextKey | undefined)[];
}

/** Values of a body, by the names of its fields. */
type Sent<Row, Body> = Partial<Body> | { readonly [Name in NameOf<Row, Body>]?: ValueOf<Body, Name> };

/** How a field that the record has in another way is read and sent. */
interface Elsewhere<Row, Body, D> {
  readonly read: (row: Row, studio: Studio) => unknown;
  /** The fields of the body that are sent where it has changed; by default its own. */
  readonly writes: readonly NameOf<Row, Body>[];
  /** What it puts into the body, over the record that is changed; null where another field does. */
  readonly send: ((draft: D, before: Row | undefined, studio: Studio) => Sent<Row, Body>) | null;
}

type OwnSpec<Row, Body, D> = Kind & Shared<D> & Elsewhere<Row, Body, D>;
type SpecOf<K, Row, Body, D> = K & Shared<D> & Partial<Elsewhere<Row, Body, D>>;

/** A field of each name, of a kind that holds the value of that name. Another name is an own field. */
export type Table<Row, Body, Own, D = DraftOf<Row, Body, Own>> = {
  readonly [Name in Exclude<NameOf<Row, Body>, keyof Own>]?: SpecOf<
    KindOf<NonNullable<ValueOf<Row, Name>>>,
    Row,
    Body,
    D
  >;
} & {
  readonly [Name in keyof Own]: Name extends NameOf<Row, Body>
    ? SpecOf<KindOf<NonNullable<ValueOf<Row, Name>>>, Row, Body, D> | OwnSpec<Row, Body, D>
    : OwnSpec<Row, Body, D>;
};

/** A field of any record. */
export type Spec = SpecOf<Kind, object, Readonly<Record<string, unknown>>, Draft>;
export type Specs = Readonly<Record<string, Spec>>;
