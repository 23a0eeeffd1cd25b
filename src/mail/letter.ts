/** What an email says, before it is HTML and text (design: mail). Every string is plain text in the reader's language. */
export interface Letter {
  readonly subject: string;
  /** What lists of emails show after the subject. */
  readonly preview: string;
  readonly heading: string;
  /** Lines of it are paragraphs. */
  readonly lead: string;
  /** The tinted block: what it is about, and when. */
  readonly block?: { readonly title: string; readonly lines: readonly string[] } | undefined;
  /** Pairs such as Where and With, two beside one another. */
  readonly facts?: readonly { readonly label: string; readonly lines: readonly string[] }[];
  /** What was bought, line by line, with the sum at the end. */
  readonly rows?: readonly { readonly label: string; readonly value: string; readonly isTotal?: boolean }[];
  /** The button. */
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  /** What the brand itself adds to such emails. Lines of it are paragraphs. */
  readonly ownNote?: string | undefined;
  /** What is below the line, such as until when one can cancel. */
  readonly note?:
    | {
        readonly strong?: string | undefined;
        readonly text: string;
        readonly link?: { readonly label: string; readonly url: string } | undefined;
      }
    | undefined;
  /** Lines below the card, with an optional link after the last one. */
  readonly foot: readonly string[];
  readonly footLink?: { readonly label: string; readonly url: string } | undefined;
}

/** How the emails of a brand look. Colors are hex, since mail programs know no others. */
export interface Look {
  readonly studioName: string;
  /** The https address of the logo; null for the first letter of the name. */
  readonly logoUrl: string | null;
  /** BCP 47. */
  readonly language: string;
  readonly light: Colors;
  readonly dark: Colors;
}

export interface Colors {
  readonly ground: string;
  readonly card: string;
  readonly line: string;
  readonly text: string;
  readonly quiet: string;
  readonly link: string;
  readonly button: string;
  readonly onButton: string;
  /** The tinted block, and the words on it. */
  readonly tint: string;
  readonly onTint: string;
}
