/** A part of a line. */
export type Inline =
  | { readonly type: 'text' | 'code'; readonly text: string }
  | { readonly type: 'strong' | 'em' | 'del'; readonly children: readonly Inline[] }
  | { readonly type: 'link'; readonly href: string; readonly children: readonly Inline[] }
  | { readonly type: 'image'; readonly href: string; readonly text: string }
  | { readonly type: 'break' };

export interface ListItem {
  /** Whether a task is done; undefined for what is no task. */
  readonly isDone: boolean | undefined;
  readonly children: readonly Block[];
}

export interface Cell {
  readonly align: 'left' | 'center' | 'right' | undefined;
  readonly children: readonly Inline[];
}

export type Block =
  | { readonly type: 'heading'; readonly depth: number; readonly children: readonly Inline[] }
  /** `isTight`: it is in a list without space around it. */
  | { readonly type: 'paragraph'; readonly isTight: boolean; readonly children: readonly Inline[] }
  /** `first`: the number of its first item; undefined for a list without numbers. */
  | { readonly type: 'list'; readonly first: number | undefined; readonly items: readonly ListItem[] }
  | { readonly type: 'quote'; readonly children: readonly Block[] }
  | { readonly type: 'code'; readonly text: string }
  | { readonly type: 'rule' }
  | { readonly type: 'table'; readonly header: readonly Cell[]; readonly rows: readonly (readonly Cell[])[] };
