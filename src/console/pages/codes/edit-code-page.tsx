import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import { useText } from '../../base/texts.tsx';
import { useEditedRecord } from '../../forms/use-record-form.tsx';
import { codeFields } from '../../parts/plans/code-record.ts';
import { NotLoaded } from '../../ui/notices/page-states.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { CodeForm } from './code-form.tsx';
import { useNames } from './code-words.ts';
import { codeQuery, type DiscountCode } from './queries.ts';

const route = getRouteApi('/signed-in/plans/codes/$codeId');

const Loaded = ({ version }: { version: Tagged<DiscountCode> }) => {
  const t = useText();
  const { plans } = useNames();
  const navigate = route.useNavigate();
  const { id, code } = version.data;
  usePageTitle(code);
  const leave = (how: { readonly ignoreBlocker?: true }): void =>
    void navigate({ to: '/plans/codes', search: { open: id }, ...how });
  const form = useEditedRecord(codeFields, {
    kind: 'discount_code',
    version,
    query: codeQuery(id),
    choices: { planIds: plans },
    write: (body, header) =>
      sendTagged(client.PATCH('/manage/discount-codes/{id}', { params: { path: { id }, ...header }, body })),
    onSaved: () => leave({ ignoreBlocker: true }),
    onUnchanged: () => leave({}),
  });
  return <CodeForm form={form} title={code} act={t('common.save')} />;
};

/** The terms of a discount code, to change. */
export const EditCodePage = () => {
  const { codeId } = route.useParams();
  const { data, error, refetch } = useQuery(codeQuery(codeId));
  if (data !== undefined) return <Loaded version={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};
