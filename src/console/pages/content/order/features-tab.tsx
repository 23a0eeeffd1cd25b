import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send } from '../../../api/client.ts';
import { useText } from '../../../texts.tsx';
import { Field } from '../../../ui/field.tsx';
import { Select } from '../../../ui/select.tsx';
import { type Feature, featuresQuery, namedEntryQuery } from '../queries.ts';
import { FEATURE_NAMES, FEATURE_WORDS, PLACE_WORDS, PLACES } from './banner-words.ts';
import { EntryPicks } from './entry-picks.tsx';
import { FormDialog } from './form-dialog.tsx';
import { RecordList, RecordRow } from './record-list.tsx';
import { textOrNull, useStore, wholeOf } from './use-store.ts';

const NOWHERE = '';

const patchFeature = (id: string, body: Partial<Feature>) =>
  send(client.PATCH('/manage/content/features/{id}', { params: { path: { id } }, body }));

const FeatureDialog = ({ feature, onClose }: { feature: Feature; onClose: () => void }) => {
  const t = useText();
  const name = t(FEATURE_WORDS[feature.key]);
  const [title, setTitle] = useState(feature.title ?? '');
  const [place, setPlace] = useState<string>(feature.placement ?? NOWHERE);
  const [position, setPosition] = useState(String(feature.position));
  const [entryIds, setEntryIds] = useState<readonly string[]>(feature.entryIds);
  const [isChecked, setChecked] = useState(false);
  const isWrong = wholeOf(position) === undefined;
  const named = useQueries({ queries: feature.entryIds.map((id) => namedEntryQuery(id)) });
  const { store, isPending, refusal } = useStore({
    kind: 'features',
    store: () =>
      patchFeature(feature.id, {
        title: textOrNull(title),
        placement: PLACES.find((each) => each === place) ?? null,
        position: wholeOf(position) ?? 0,
        entryIds: [...entryIds],
      }),
    onDone: onClose,
  });
  const save = (): string | undefined => {
    setChecked(true);
    if (isWrong) return 'position';
    store(undefined);
    return undefined;
  };
  return (
    <FormDialog
      title={t('content.changeOf', { name })}
      refusal={refusal}
      isPending={isPending}
      onSave={save}
      onClose={onClose}
    >
      <Field
        label={t(FEATURE_NAMES.title)}
        hint={t('content.featureTitleHint', { name })}
        value={title}
        onChange={setTitle}
        autoComplete="off"
        autoFocus
      />
      <Select
        label={t(FEATURE_NAMES.placement)}
        choices={[
          { id: NOWHERE, name: t('content.placeNone') },
          ...PLACES.map((id) => ({ id, name: t(PLACE_WORDS[id]) })),
        ]}
        value={place}
        onChange={setPlace}
      />
      <Field
        name="position"
        label={t(FEATURE_NAMES.position)}
        hint={t('content.orderHint')}
        inputMode="numeric"
        value={position}
        onChange={setPosition}
        error={isChecked && isWrong ? t('content.orderWrong') : undefined}
        autoComplete="off"
      />
      <EntryPicks
        label={t(FEATURE_NAMES.entryIds)}
        known={named.flatMap(({ data }) => (data === undefined ? [] : [data]))}
        chosen={entryIds}
        onChange={setEntryIds}
      />
    </FormDialog>
  );
};

/** What the app has: each part is shown or hidden. */
export const FeaturesTab = () => {
  const t = useText();
  const queries = useQueryClient();
  const query = useQuery(featuresQuery);
  const [open, setOpen] = useState<Feature>();
  const turn = useMutation({
    mutationFn: ({ id, enabled }: Pick<Feature, 'id' | 'enabled'>) => patchFeature(id, { enabled }),
    onMutate: ({ id, enabled }) =>
      queries.setQueryData(featuresQuery.queryKey, (all) =>
        all?.map((each) => (each.id === id ? { ...each, enabled } : each)),
      ),
    onSettled: () => queries.invalidateQueries({ queryKey: featuresQuery.queryKey }),
  });
  return (
    <div className="stack">
      <p className="quiet">{t('content.featureText')}</p>
      <RecordList label={t('content.features')} query={query} empty={t('content.featureText')} refused={turn.error}>
        {(features) =>
          features.map((feature) => {
            const { id, key, title, placement, enabled } = feature;
            const name = t(FEATURE_WORDS[key]);
            const notes = [
              ...(title === null ? [] : [title]),
              ...(placement === null ? [] : [t(PLACE_WORDS[placement])]),
            ];
            return (
              <RecordRow
                key={id}
                name={name}
                {...(notes.length === 0 ? {} : { note: notes.join(' · ') })}
                onOpen={() => setOpen(feature)}
              >
                <label className="row switch-label">
                  <span className="small quiet">{t(enabled ? 'content.featureOn' : 'content.featureOff')}</span>
                  <input
                    type="checkbox"
                    role="switch"
                    className="switch"
                    aria-label={t('content.featureShow', { name: [name, ...notes].join(', ') })}
                    checked={enabled}
                    aria-checked={enabled}
                    onChange={({ target }) => turn.mutate({ id, enabled: target.checked })}
                  />
                </label>
              </RecordRow>
            );
          })
        }
      </RecordList>
      {open !== undefined && <FeatureDialog key={open.id} feature={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
};
