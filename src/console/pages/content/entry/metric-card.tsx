import type { Edit } from '../../../edit/use-edit.ts';
import { useText } from '../../../texts.tsx';
import { Select } from '../../../ui/select.tsx';
import { DIMENSION_WORDS, DIRECTION_WORDS, DIRECTIONS } from '../metric-words.ts';
import type { Entry } from '../queries.ts';
import { One, OneField } from './one-field.tsx';

interface MetricCardProps {
  readonly edit: Edit;
  readonly entry: Entry;
  readonly errorOf: (name: string) => string | undefined;
}

/** What a metric measures: what never changes as text, which values are best, and the repetitions with bests of their own. */
export const MetricCard = ({ edit, entry, errorOf }: MetricCardProps) => {
  const t = useText();
  const { metricDefinition: metric } = entry;
  if (metric === null) return null;
  return (
    <section className="card" aria-labelledby="entry-metric">
      <header>
        <h2 id="entry-metric">{t('content.metric')}</h2>
      </header>
      <div className="body stack" data-gap="wide">
        <dl className="facts" data-align="start">
          <dt>{t('content.metricDimension')}</dt>
          <dd>{t(DIMENSION_WORDS[metric.dimension])}</dd>
          <dt>{t('content.metricUnit')}</dt>
          <dd>{metric.baseUnit}</dd>
        </dl>
        <div className="fields">
          <One edit={edit} name="direction">
            <Select
              label={t('content.metricDirection')}
              choices={DIRECTIONS.map((id) => ({ id, name: t(DIRECTION_WORDS[id]) }))}
              value={edit.draft.direction ?? metric.direction}
              onChange={(id) => edit.set('direction', id)}
            />
          </One>
          <OneField edit={edit} name="repSchemes" error={errorOf('repSchemes')} hint={t('content.repsHint')} />
        </div>
      </div>
    </section>
  );
};
