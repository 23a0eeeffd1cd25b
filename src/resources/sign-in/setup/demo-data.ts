import { Problem } from '../../../kernel/problem.ts';
import { brandCurrency, brandSettings } from '../../settings/queries.ts';
import { Site } from '../../sites/record.ts';
import type { SignInDeps } from '../state.ts';
import type { SetupBody } from './shapes.ts';

/** Demo data for the studio as it will be. @throws Problem 409 `studio_not_empty`, 503 `demo_data_failed`. */
export const makeDemoData = async (
  { demoData, store, report }: Pick<SignInDeps, 'demoData' | 'store' | 'report'>,
  { studio = {} }: SetupBody,
): Promise<string> => {
  const view = store.view();
  const failed = () =>
    new Problem(503, 'demo_data_failed', "The demo data could not be created. Try again, or leave out 'demoData'.", {
      retryAfter: 1,
    });
  if (demoData === undefined) throw failed();
  demoData.requireEmpty(view);
  const site = Site.rows.find(view, brandSettings(view).defaultSiteId);
  const zone = studio.timezone ?? site?.timezone ?? brandSettings(view).defaultTimezone;
  const currency = studio.currency ?? brandCurrency(view);
  try {
    return await demoData.make({ now: view.nowMs, zone, currency });
  } catch (error) {
    report('making demo data', error);
    throw failed();
  }
};
