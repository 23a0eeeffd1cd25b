import { TicketPercent } from 'lucide-react';
import { TermsForm, type TermsProps } from '../../edit/terms-form.tsx';
import { useMe } from '../../session.ts';
import { useText } from '../../texts.tsx';
import { Link } from '../../ui/button.tsx';
import { CodeFields } from './code-fields.tsx';
import { useCodeWords } from './code-words.ts';
import { codeOf, paramOf, problemsOf } from './form.ts';

/** The form of a discount code. */
export const CodeForm = ({ set, wasOf, ...form }: TermsProps) => {
  const t = useText();
  const { studio } = useMe();
  const { offOf, sentencesOf } = useCodeWords();
  const { fields } = form;
  const code = codeOf(fields, studio.timezone);
  return (
    <TermsForm
      {...form}
      crumbs={[
        <Link key="plans" to="/plans" className="">
          {t('plans.title')}
        </Link>,
        <Link key="codes" to="/plans/codes" className="">
          {t('codes.title')}
        </Link>,
      ]}
      cancel={
        <Link to="/plans/codes" className="button" variant="quiet">
          {t('words.cancel')}
        </Link>
      }
      problems={problemsOf(fields, studio.timezone)}
      paramsOf={(path) => [paramOf(path)]}
      icon={TicketPercent}
      summary={[code.code === '' ? t('codes.one') : code.code, offOf(code)].filter(Boolean).join(' · ')}
      sentences={sentencesOf(code)}
    >
      {(errorOf) => (
        <CodeFields fields={fields} set={set} errorOf={errorOf} {...(wasOf === undefined ? {} : { wasOf })} />
      )}
    </TermsForm>
  );
};
