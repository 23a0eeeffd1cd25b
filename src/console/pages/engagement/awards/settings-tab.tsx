import { client, sendTagged } from '../../../api/client.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { awardFields } from '../../../parts/engagement/award-record.ts';
import { AwardFields } from './award-fields.tsx';
import { BadgeField } from './badge-field.tsx';
import { awardQuery, type Version } from './queries.ts';
import { useRuleChoices } from './words.ts';

/** Everything about an award, to change. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const { id, name, trigger } = version.data;
  const form = useEditedRecord(awardFields, {
    kind: 'award',
    version,
    query: awardQuery(id),
    choices: useRuleChoices(),
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/awards/{id}', { params: { path: { id }, ...header }, body })),
  });
  return (
    <PageForm form={form} label={name} className="engagement-form">
      <AwardFields form={form} badge={<BadgeField award={version.data} />} before={trigger} />
    </PageForm>
  );
};
