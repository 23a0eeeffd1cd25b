import { lengthText, secondsOf } from './lengths.ts';

interface Chapter {
  readonly startSeconds: number;
  readonly title: string;
}

/** Chapters as a person writes them: a line for each, with its start. */
export const chaptersText = (chapters: readonly Chapter[]): string =>
  chapters.map(({ startSeconds, title }) => `${lengthText(startSeconds)} ${title}`).join('\n');

/**
 * The chapters that a person has written; undefined where a line is not a chapter.
 * @param before the chapters that were shown: one whose start is written as it was shown keeps it, with its part of a second.
 */
export const chaptersIn = (text: string, before: readonly Chapter[] = []): Chapter[] | undefined => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const starts = before.map(({ startSeconds }) => startSeconds);
  const startOf = (seconds: number): number => {
    const at = starts.findIndex((start) => lengthText(start) === lengthText(seconds));
    return at < 0 ? seconds : (starts.splice(at, 1)[0] ?? seconds);
  };
  const chapters = lines.flatMap((line): Chapter[] => {
    const [, time = '', title = ''] = /^\s*([\d:]+)\s+(\S.*)$/.exec(line) ?? [];
    const seconds = secondsOf(time);
    return seconds === undefined ? [] : [{ startSeconds: startOf(seconds), title: title.trim() }];
  });
  return chapters.length === lines.length ? chapters : undefined;
};
