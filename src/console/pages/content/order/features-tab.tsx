import { useMutation, useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { client, send, sendTagged } from '../../../api/client.ts';
import { present } from '../../../base/present.ts';
import { useText } from '../../../base/texts.tsx';
import { FormFields } from '../../../forms/form-fields.tsx';
import { EditDialog } from '../../../forms/record-dialog.tsx';
import { useRefresh } from '../../../live/refresh.ts';
import { FEATURE_WORDS, PLACE_WORDS } from '../../../parts/content/banner-words.ts';
import { featureFields } from '../../../parts/content/order-record.ts';
import { type Feature, featuresQuery, namedEntryQuery } from '../../../parts/content/queries.ts';
import { EntryPicks } from './entry-picks.tsx';
import { RecordList, RecordRow } from './record-list.tsx';

const FeatureDialog = ({ feature, onClose }: { feature: Feature; onClose: () => void }) => {
  const t = useText();
  const { id, key, entryIds } = feature;
  const path = { id };
  const name = t(FEATURE_WORDS[key]);
  const named = useQueries({ queries: entryIds.map((each) => namedEntryQuery(each)) });
  return (
    <EditDialog
      fields={featureFields}
      kind="content"
      row={feature}
      title={t('content.changeOf', { name })}
      query={{
        queryKey: ['content', 'feature', id],
        queryFn: () => sendTagged(client.GET('/manage/content/features/{id}', { params: { path } })),
      }}
      write={(body, header) =>
        sendTagged(client.PATCH('/manage/content/features/{id}', { params: { path, ...header }, body }))
      }
      onClose={onClose}
    >
      {(form) => (
        <FormFields
          form={form}
          hints={{ title: t('content.featureTitleHint', { name }) }}
          drawn={{
            entryIds: (
              <EntryPicks
                label={form.words.nameOf('entryIds')}
                known={named.flatMap(({ data }) => (data === undefined ? [] : [data]))}
                chosen={form.draft.entryIds}
                onChange={(ids) => form.set('entryIds', ids)}
              />
            ),
          }}
          begins
        />
      )}
    </EditDialog>
  );
};

/** What the app has: each part is shown or hidden. */
export const FeaturesTab = () => {
  const t = useText();
  const queries = useQueryClient();
  const refresh = useRefresh();
  const query = useQuery(featuresQuery);
  const [open, setOpen] = useState<Feature>();
  const turn = useMutation({
    mutationFn: ({ id, enabled }: Pick<Feature, 'id' | 'enabled'>) =>
      send(client.PATCH('/manage/content/features/{id}', { params: { path: { id } }, body: { enabled } })),
    onMutate: ({ id, enabled }) =>
      queries.setQueryData(featuresQuery.queryKey, (all) =>
        all?.map((each) => (each.id === id ? { ...each, enabled } : each)),
      ),
    onSettled: () => refresh('content'),
  });
  return (
    <div className="stack">
      <p className="quiet">{t('content.featureText')}</p>
      <RecordList label={t('content.features')} query={query} empty={t('content.featureText')} refused={turn.error}>
        {(features) =>
          features.map((feature) => {
            const { id, key, title, placement, enabled } = feature;
            const name = t(FEATURE_WORDS[key]);
            const notes = present([title, placement !== null && t(PLACE_WORDS[placement])]);
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
