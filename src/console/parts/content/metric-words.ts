import type { TextKey } from '../../../texts/translate.ts';
import { keysOf } from '../../base/objects.ts';
import type { Entry } from './queries.ts';

type Metric = NonNullable<Entry['metricDefinition']>;
export type Dimension = Metric['dimension'];
export type Direction = Metric['direction'];

/** What a metric can measure. */
export const DIMENSION_WORDS = {
  weight: 'content.dimWeight',
  distance: 'content.dimDistance',
  duration: 'content.dimDuration',
  count: 'content.dimCount',
  percent: 'content.dimPercent',
  length: 'content.dimLength',
  energy: 'content.dimEnergy',
  heart_rate: 'content.dimHeartRate',
  score: 'content.dimScore',
} as const satisfies Record<Dimension, TextKey>;
export const DIMENSIONS = keysOf<Dimension>(DIMENSION_WORDS);

/** Which values of a metric are best. */
export const DIRECTION_WORDS = {
  higher_is_better: 'content.dirHigher',
  lower_is_better: 'content.dirLower',
} as const satisfies Record<Direction, TextKey>;
export const DIRECTIONS = keysOf<Direction>(DIRECTION_WORDS);
