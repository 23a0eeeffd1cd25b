import type { Schemas } from '../../api/types.ts';
import { fieldsOf } from '../../forms/record-fields.ts';
import { DIMENSION_WORDS, DIMENSIONS, DIRECTION_WORDS, DIRECTIONS } from './metric-words.ts';
import type { Entry } from './queries.ts';

type NewBody = Pick<Schemas['CreateContentEntryRequest'], 'title' | 'type' | 'metricDefinition'>;

const isMetric = ({ type }: { readonly type: string }): boolean => type === 'metric';

/** The fields with which an entry begins; the rest is on its page. */
export const newEntryFields = fieldsOf<Entry, NewBody>()({
  title: { kind: 'text', label: 'content.entryTitle', missing: 'content.titleMissing', isFirst: true },
  type: { kind: 'pick', label: 'content.whatIsIt' },
  'metricDefinition.dimension': {
    kind: 'choice',
    look: 'select',
    label: 'content.metricDimension',
    answers: DIMENSIONS.map((id) => ({ id, label: DIMENSION_WORDS[id] })),
    start: 'weight',
    row: 'metric',
    when: isMetric,
    writes: ['metricDefinition'],
    send: (draft) =>
      isMetric(draft)
        ? {
            metricDefinition: {
              dimension: draft['metricDefinition.dimension'],
              direction: draft['metricDefinition.direction'],
            },
          }
        : {},
  },
  'metricDefinition.direction': {
    kind: 'choice',
    look: 'select',
    label: 'content.metricDirection',
    answers: DIRECTIONS.map((id) => ({ id, label: DIRECTION_WORDS[id] })),
    start: 'higher_is_better',
    row: 'metric',
    when: isMetric,
    writes: ['metricDefinition'],
    send: null,
  },
});
