import { X } from 'lucide-react';
import { useId } from 'react';
import { useText } from '../../../base/texts.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateFilter } from '../../../ui/choices/date-filter.tsx';
import { Select } from '../../../ui/choices/select.tsx';
import { Icon } from '../../../ui/pictures/icon.tsx';
import type { EventType } from '../event-words.ts';
import { useEventFamilies } from '../use-event-families.ts';
import { useClientName } from './client-name.ts';

interface Changed {
  readonly type?: string | undefined;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly client?: string | undefined;
}

interface LogFiltersProps {
  readonly type: EventType | undefined;
  readonly from: string | undefined;
  readonly to: string | undefined;
  readonly clientId: string | undefined;
  readonly onChange: (changed: Changed) => void;
}

const EVERY = '';

/** Which events are shown. A client is chosen in the panel of an event, or comes with the address. */
export const LogFilters = ({ type, from, to, clientId, onChange }: LogFiltersProps) => {
  const t = useText();
  const id = useId();
  const name = useClientName(clientId);
  const choices = useEventFamilies().flatMap(({ label, types }) =>
    Object.entries(types).map(([id, word]) => ({ id, name: label === word ? t(word) : `${t(label)}: ${t(word)}` })),
  );
  return (
    <fieldset className="body fields log-filters" aria-label={t('lists.filters')}>
      <div className="log-kind">
        <Select
          label={t('integrations.type')}
          choices={[{ id: EVERY, name: t('integrations.typeAll') }, ...choices]}
          value={type ?? EVERY}
          onChange={(id) => onChange({ type: id === EVERY ? undefined : id })}
        />
      </div>
      <DateFilter
        label={t('integrations.from')}
        value={from ?? ''}
        onChange={(date) => onChange({ from: date === '' ? undefined : date })}
      />
      <DateFilter
        label={t('integrations.to')}
        value={to ?? ''}
        onChange={(date) => onChange({ to: date === '' ? undefined : date })}
      />
      {clientId !== undefined && (
        <div className="field">
          <span className="label" id={`${id}-label`}>
            {t('integrations.clientFilter')}
          </span>
          <Button
            className="chip"
            id={id}
            aria-labelledby={`${id}-label ${id}`}
            onPress={() => onChange({ client: undefined })}
          >
            {name ?? t('integrations.oneClient')}
            <span className="visually-hidden">{t('integrations.clearClient')}</span>
            <Icon of={X} />
          </Button>
        </div>
      )}
    </fieldset>
  );
};
