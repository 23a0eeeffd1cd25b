import type { Answer, Studio } from './api.ts';

const created = async (studio: Studio, path: string, body: object): Promise<Answer['body']> => {
  const answer = await studio.post(path, body);
  if (answer.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};

/** Creates a content entry, by default a published video. Returns it. */
export const addEntry = (studio: Studio, fields: object = {}): Promise<Answer['body']> =>
  created(studio, '/manage/content/entries', { title: 'Morning flow', type: 'video', status: 'published', ...fields });

/** Creates a content category. Returns it. */
export const addCategory = (studio: Studio, fields: object = {}): Promise<Answer['body']> =>
  created(studio, '/manage/content/categories', { name: 'Yoga', ...fields });

/** Creates a content tag. Returns it. */
export const addTag = (studio: Studio, fields: object = {}): Promise<Answer['body']> =>
  created(studio, '/manage/content/tags', { name: 'Calm', ...fields });
