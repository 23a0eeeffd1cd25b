import { client, sendTagged } from '../../../api/client.ts';
import { instantOf } from '../../../formats/moments.ts';
import { PageForm } from '../../../forms/page-form.tsx';
import { useEditedRecord } from '../../../forms/use-record-form.tsx';
import { challengeQuery, type Version } from '../../../parts/engagement/challenge-queries.ts';
import { challengeFields } from '../../../parts/engagement/challenge-record.ts';
import { useUntil } from '../use-days.ts';
import { ChallengeFields } from './challenge-fields.tsx';
import { useChallengeChoices } from './words.ts';

/** Everything about a challenge, to change; what members rely on is text once it is published. */
export const SettingsTab = ({ version }: { version: Version }) => {
  const { id, timezone, status, title } = version.data;
  const until = useUntil(timezone);
  const form = useEditedRecord(challengeFields, {
    kind: 'challenge',
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
  });
  return (
    <PageForm form={form} label={title} className="engagement-form">
      <ChallengeFields form={form} isPublished={status !== 'draft'} />
    </PageForm>
  );
};
