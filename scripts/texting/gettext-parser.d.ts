/** Reads and writes files of translators. The library has no types of its own. */
declare module 'gettext-parser' {
  export interface Entry {
    readonly msgctxt?: string;
    readonly msgid: string;
    readonly msgstr: readonly string[];
    readonly comments?: {
      readonly reference?: string;
      readonly extracted?: string;
      readonly flag?: string;
      readonly previous?: string;
    };
  }
  export interface File {
    readonly charset?: string;
    readonly headers: Readonly<Record<string, string>>;
    /** By context, then by English text. */
    readonly translations: Readonly<Record<string, Readonly<Record<string, Entry>>>>;
  }
  export const po: {
    readonly parse: (text: string, options: { readonly validation: boolean }) => File;
    readonly compile: (file: File, options: { readonly foldLength: number }) => Buffer;
  };
}
