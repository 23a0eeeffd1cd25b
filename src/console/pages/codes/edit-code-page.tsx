import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { client, sendTagged, type Tagged } from '../../api/client.ts';
import { useEditedTerms } from '../../edit/use-terms.tsx';
import { useMe } from '../../session.ts';
import { mayOpen } from '../../shell/navigation.ts';
import { ForbiddenPage, NotLoaded } from '../../shell/page-states.tsx';
import { usePageTitle } from '../../ui/page-title.ts';
import { CodeForm } from './code-form.tsx';
import { useFieldWords } from './code-words.ts';
import { fieldsOf, patchOf } from './form.ts';
import { codeQuery, type DiscountCode } from './queries.ts';

const route = getRouteApi('/signed-in/plans/codes/$codeId');

const Loaded = ({ version }: { version: Tagged<DiscountCode> }) => {
  const { timezone, currency } = useMe().studio;
  const navigate = route.useNavigate();
  const { id, code } = version.data;
  usePageTitle(code);
  const form = useEditedTerms({
    version,
    query: codeQuery(id),
    fieldsOf: (row) => fieldsOf(row, timezone, currency),
    write: ({ etag }, fields, changed) =>
      sendTagged(
        client.PATCH('/manage/discount-codes/{id}', {
          params: { path: { id }, ...(etag === null ? {} : { header: { 'If-Match': etag } }) },
          body: patchOf(fields, changed, timezone),
        }),
      ),
    words: useFieldWords(),
    leave: (how) => void navigate({ to: '/plans/codes', search: { open: id }, ...how }),
  });
  return <CodeForm title={code} {...form} />;
};

const EditCode = () => {
  const { codeId } = route.useParams();
  const { data, error, refetch } = useQuery(codeQuery(codeId));
  if (data !== undefined) return <Loaded version={data} />;
  return <NotLoaded error={error} onRetry={() => void refetch()} />;
};

/** The terms of a discount code, to change. */
export const EditCodePage = () => (mayOpen(useMe(), '/plans/codes/$codeId') ? <EditCode /> : <ForbiddenPage />);
