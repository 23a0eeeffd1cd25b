import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import { chaptersIn, chaptersText } from './chapters.ts';

/** What the form has in another way than the media. */
interface Own {
  /** A chapter in each line, with its start in whole seconds. */
  readonly chapters: string;
}

export const mediaFields = fieldsOf<Schemas['ContentMedia'], Schemas['UpdateContentMediaRequest'], Own>()({
  title: { kind: 'text', label: 'content.mediaTitle', missing: 'content.titleMissing' },
  chapters: {
    kind: 'text',
    isLong: true,
    rows: 4,
    label: 'content.chapters',
    hint: 'content.chaptersHint',
    problem: ({ chapters }) => (chaptersIn(chapters) === undefined ? 'content.chaptersWrong' : undefined),
    read: ({ chapters }) => chaptersText(chapters),
    writes: ['chapters'],
    send: ({ chapters }, before) => ({ chapters: chaptersIn(chapters, before?.chapters) ?? [] }),
  },
});
