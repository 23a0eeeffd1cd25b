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
      summary: "Retrieve the studio's theme, maintenance mode, and features",
      description: 'Everything an app needs before it shows its first screen.',
      response: ExperienceStatus,
    },
    (read) => experienceStatusView(read),
  ),
]);

/** The theme, the maintenance, the features and the milestones of the brand. */
export const experienceOperations = businessOperations(
  { tag: 'Experience', about: 'What member apps look like and show.', audited: true, reads: 'getExperience' },
  'manage',
  ({ read, write }) => [
    read(
      'GET /manage/experience',
      'getExperience',
      {
        summary: "Retrieve the brand's experience",
        description: 'Includes the published theme, maintenance mode, features, and milestones.',
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
        summary: "Publish the next version of the brand's experience",
        description:
          'A part you omit is kept; a part you send is replaced in full. Text colors need a contrast of at least ' +
          '4.5:1. The features are the same as the content features, and both operations change them. You can send ' +
          'what GET returns.',
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
