import { businessOperations, memberOperations } from '../../http/operations/declare.ts';
import { takingResponse, writtenFields } from '../../kernel/answered-fields.ts';
import { putExperience } from './experience.ts';
import { Experience, ExperienceStatus, PutExperience } from './shapes.ts';
import { experienceStatusView, experienceView } from './view.ts';

export const memberExperienceOperations = memberOperations(({ read }) => [
  read(
    'GET /v2/member/experience/status',
    'getExperienceStatus',
    {
      summary: 'Retrieve the theme of the studio, its maintenance and its features',
      description: 'What an app needs before it shows anything.',
      response: ExperienceStatus,
    },
    (read) => experienceStatusView(read),
  ),
]);

/** The theme, the maintenance, the features and the milestones of the brand. */
export const experienceOperations = businessOperations(
  { tag: 'Experience', about: 'What the apps of members look like and show.', audited: true, reads: 'getExperience' },
  'manage',
  ({ read, write }) => [
    read(
      'GET /manage/experience',
      'getExperience',
      {
        summary: 'Retrieve the experience of the brand',
        description: 'The published theme, the maintenance, the features and the milestones.',
        response: Experience,
        staff: 'settings:read',
        sites: 'brand',
      },
      (read) => experienceView(read),
    ),
    write(
      'PUT /manage/experience',
      'putExperience',
      {
        summary: 'Publish the next version of the experience',
        description:
          'A part that you leave out stays as it is; a part that you send replaces all of it. Colours of text need a contrast of 4.5:1. The features are the same as the features of the content: both operations change them. You can send what GET returns.',
        body: takingResponse(PutExperience, Experience),
        response: Experience,
        staff: 'settings:write',
        sites: 'brand',
        example: {
          body: {
            theme: {
              name: 'Harbour',
              colors: { primary: '#7a1f5c', background: '#fbf5f0', text: '#2b1a24', mutedText: '#6b5560' },
              fontFamily: 'Georgia, serif',
            },
            maintenance: { active: true, message: 'Back in the afternoon.', until: '2040-01-01T15:00:00Z' },
            features: { leaderboards: false },
            milestones: { visits: [10, 50, 100] },
          },
        },
      },
      (tx, { caller, body }) => {
        putExperience(tx, caller, writtenFields(PutExperience, body, experienceView(tx)));
        return experienceView(tx);
      },
    ),
  ],
);
