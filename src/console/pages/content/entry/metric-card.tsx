import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import type { RecordForm } from '../../../forms/use-record-form.tsx';
import type { EntryDraft } from '../../../parts/content/entry-record.ts';
import { DIMENSION_WORDS } from '../../../parts/content/metric-words.ts';
import type { Entry } from '../../../parts/content/queries.ts';
import { EntryCard } from './entry-card.tsx';

interface MetricCardProps {
  readonly form: RecordForm<EntryDraft>;
  readonly entry: Entry;
}

/** What a metric measures: what never changes as text, which values are best, and the repetitions with bests of their own. */
export const MetricCard = ({ form, entry }: MetricCardProps) => {
  const t = useText();
  const { metricDefinition: metric } = entry;
  if (metric === null) return null;
  return (
    <EntryCard id="entry-metric" title={t('content.metric')}>
      <dl className="facts" data-align="start">
        <dt>{t('content.metricDimension')}</dt>
        <dd>{t(DIMENSION_WORDS[metric.dimension])}</dd>
        <dt>{t('content.metricUnit')}</dt>
        <dd>{metric.baseUnit}</dd>
      </dl>
      <FormFields form={form} only={['metricDefinition.direction', 'metricDefinition.repSchemes']} isGrid />
    </EntryCard>
  );
};
