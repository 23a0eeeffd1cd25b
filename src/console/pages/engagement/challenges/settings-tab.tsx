import { useQueryClient } from '@tanstack/react-query';
import { client, sendTagged } from '../../../api/client.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { instantOf } from '../../../moments.ts';
import { useUntil } from '../use-days.ts';
import { ChallengeFields } from './challenge-fields.tsx';
import { challengeFields } from './challenge-record.ts';
import { challengeQuery, type Version } from './queries.ts';
import { useChallengeChoices } from './words.ts';

/** Everything about a challenge, to change; what members rely on is text once it is published. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const queries = useQueryClient();
  const { id, timezone, status, title } = version.data;
  const until = useUntil(timezone);
  const form = useEditedRecord(challengeFields, {
    version,
    query: challengeQuery(id),
    timezone,
    choices: useChallengeChoices(id),
    shown: {
      enrollmentClosesAt: (held) => {
        const instant = instantOf(String(held), timezone);
        return instant === null ? undefined : until(instant);
      },
    },
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/challenges/{id}', { params: { path: { id }, ...header }, body })),
    onSaved: () => void queries.invalidateQueries({ queryKey: ['challenges'] }),
  });
  return (
    <PageForm form={form} label={title} className="engagement-form">
      <ChallengeFields form={form} isPublished={status !== 'draft'} />
    </PageForm>
  );
};
