import { useQuery } from '@tanstack/react-query';
import { allOf } from '../../../api/all-pages.ts';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../base/texts.tsx';
import { addDays } from '../../../base/time/local-time.ts';
import { useNow } from '../../../base/time/now.ts';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Banner, categoriesQuery, namedEntryQuery } from '../../../parts/content/queries.ts';
import { categoryPaths } from '../../../parts/content/words.ts';
import { challengeNamesQuery } from '../../../parts/engagement/challenge-queries.ts';
import { useCan } from '../../../session/session.ts';
import { AddCombobox } from '../../../ui/choices/add-combobox.tsx';
import { Field } from '../../../ui/fields/field.tsx';
import { AddChild } from '../program/add-child.tsx';

type Action = Banner['action']['type'];

const DAYS_AHEAD = 14;

/** The classes of the next days, by their times. */
const useSessions = (isNeeded: boolean) => {
  const { localDate, dayTime } = useFormats();
  const today = localDate(useNow());
  const { data = [] } = useQuery({
    queryKey: ['session', 'ahead', today],
    queryFn: () =>
      allOf((after) =>
        send(
          client.GET('/v2/sessions', {
            params: {
              query: {
                start_time_gte: `${today}T00:00:00Z`,
                start_time_lte: `${addDays(today, DAYS_AHEAD)}T00:00:00Z`,
                limit: 100,
                ...after,
              },
            },
          }),
        ),
      ),
    enabled: isNeeded,
    staleTime: 60_000,
  });
  return data.map(({ id, name, startTime }) => ({ id, name: `${name}, ${dayTime(startTime)}` }));
};

interface BannerTargetProps {
  readonly name: string;
  readonly action: Action;
  /** The id or the address that a press opens. */
  readonly target: string;
  readonly onChange: (target: string) => void;
  readonly error: string | undefined;
}

/** What a press on a banner opens: found by typing, or an address. */
export const BannerTarget = ({ name: field, action, target, onChange, error }: BannerTargetProps) => {
  const t = useText();
  const can = useCan();
  const { data: categories = [] } = useQuery({ ...categoriesQuery, enabled: action === 'category' });
  const { data: challenges = [] } = useQuery({
    ...challengeNamesQuery,
    enabled: action === 'challenge' && can('challenges:manage'),
  });
  const sessions = useSessions(action === 'session' && can('sessions:read'));
  const { data: entry } = useQuery({ ...namedEntryQuery(target), enabled: action === 'entry' && target !== '' });
  if (action === 'none') return null;
  if (action === 'url') {
    return (
      <Field
        name={field}
        label={t('content.address')}
        type="url"
        value={target}
        onChange={onChange}
        error={error}
        autoComplete="off"
      />
    );
  }
  const choices = {
    entry: entry === undefined ? [] : [{ id: entry.id, name: entry.title }],
    category: categoryPaths(categories),
    challenge: challenges.map(({ id, title }) => ({ id, name: title })),
    session: sessions,
  }[action];
  const chosen = choices.find(({ id }) => id === target)?.name;
  const hint = chosen ?? (target === '' ? undefined : t('content.chosenCount', { count: 1 }));
  return (
    <div className="stack">
      {action === 'entry' ? (
        <AddChild label={t('content.target')} without={[target]} onAdd={({ id }) => onChange(id)} />
      ) : (
        <AddCombobox label={t('content.target')} choices={choices} onChoose={onChange} />
      )}
      {hint !== undefined && (
        <span className="chip chosen" data-set="">
          <b className="clip">{hint}</b>
        </span>
      )}
      {error !== undefined && (
        <span className="small critical-text" role="alert">
          {error}
        </span>
      )}
    </div>
  );
};
