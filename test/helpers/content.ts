import type { ApiResponse, Studio } from './api.ts';

/** Creates a record. Returns it. */
export const created = async (studio: Studio, path: string, body: object): Promise<ApiResponse['body']> => {
  const response = await studio.post(path, body);
  if (response.status !== 201) throw new Error(`POST ${path}: ${JSON.stringify(response.body)}`);
  return response.body;
};

/** Creates a content entry, by default a published video. Returns it. */
export const addEntry = (studio: Studio, fields: object = {}): Promise<ApiResponse['body']> =>
  created(studio, '/manage/content/entries', { title: 'Morning flow', type: 'video', status: 'published', ...fields });

/** Creates a content category. Returns it. */
export const addCategory = (studio: Studio, fields: object = {}): Promise<ApiResponse['body']> =>
  created(studio, '/manage/content/categories', { name: 'Yoga', ...fields });

/** Creates a content tag. Returns it. */
export const addTag = (studio: Studio, fields: object = {}): Promise<ApiResponse['body']> =>
  created(studio, '/manage/content/tags', { name: 'Calm', ...fields });
