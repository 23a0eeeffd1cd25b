import type { Examples } from '../../../http/openapi/examples.ts';
import { RECORDED_ROOT } from '../answers.ts';
import { awardExamples } from './awards.ts';
import { bookingExamples, integrationExamples, memberExamples, moneyExamples } from './business.ts';
import { challengeExamples } from './challenges.ts';
import { contentExamples } from './content.ts';
import { leaderboardExamples } from './leaderboards.ts';
import { libraryExamples } from './library.ts';
import { mediaExamples } from './media.ts';
import { metricExamples } from './metrics.ts';
import { calendarExamples, peopleExamples } from './people.ts';

/** An example request for each operation, with the ids of the demo studio: it succeeds in a fresh sandbox. */
export const examples: Examples = {
  ...peopleExamples,
  ...calendarExamples,
  ...bookingExamples,
  ...moneyExamples,
  ...contentExamples,
  ...mediaExamples,
  ...integrationExamples,
  ...memberExamples,
  ...libraryExamples,
  ...awardExamples,
  ...metricExamples,
  ...challengeExamples,
  ...leaderboardExamples,
};

/** The examples for the server at `rootUrl`. */
export const examplesOf = (rootUrl: string): Examples =>
  JSON.parse(JSON.stringify(examples).replaceAll(RECORDED_ROOT, rootUrl));
