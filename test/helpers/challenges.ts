import type { ApiResponse, Studio } from './api.ts';
import { created } from './content.ts';

/** Creates a challenge in New York from Wednesday 4 to Tuesday 17 March 2026, as a draft. Returns it. */
export const addDraft = (studio: Studio, fields: object = {}): Promise<ApiResponse['body']> =>
  created(studio, '/manage/challenges', {
    title: 'Spring',
    type: 'points',
    startDate: '2026-03-04',
    endDate: '2026-03-17',
    ...fields,
  });

/** Adds a goal, an assessment or an article to a challenge. Returns it. */
export const addPart = (
  studio: Studio,
  challengeId: string,
  kind: string,
  fields: object,
): Promise<ApiResponse['body']> => created(studio, `/manage/challenges/${challengeId}/${kind}`, fields);

/** Publishes a challenge. */
export const publish = async (studio: Studio, challengeId: string): Promise<void> => {
  const response = await studio.post(`/manage/challenges/${challengeId}/publish`);
  if (response.status !== 200) throw new Error(JSON.stringify(response.body));
};

/** Creates a challenge and publishes it. Returns its id. */
export const addChallenge = async (studio: Studio, fields: object = {}): Promise<string> => {
  const { id } = await addDraft(studio, fields);
  await publish(studio, id);
  return id;
};

/** The body with which a member enrols. */
export const ACCEPT = { acceptRules: true };
