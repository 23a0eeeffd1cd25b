import { lengthText, secondsOf } from '../../../parts/content/words.ts';

interface Chapter {
  readonly startSeconds: number;
  readonly title: string;
}

/** Chapters as a person writes them: a line for each, with its start. */
export const chaptersText = (chapters: readonly Chapter[]): string =>
  chapters.map(({ startSeconds, title }) => `${lengthText(startSeconds)} ${title}`).join('\n');

/** The chapters that a person has written; undefined where a line is not a chapter. */
export const chaptersIn = (text: string): Chapter[] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const chapters = lines.flatMap((line): Chapter[] => {
    const [, time = '', title = ''] = /^\s*([\d:]+)\s+(\S.*)$/.exec(line) ?? [];
    const startSeconds = secondsOf(time);
    return startSeconds === undefined ? [] : [{ startSeconds, title: title.trim() }];
  });
  return chapters.length === lines.length ? chapters : undefined;
};
