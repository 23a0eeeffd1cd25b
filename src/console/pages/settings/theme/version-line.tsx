import { useQuery } from '@tanstack/react-query';
import { useText } from '../../../base/texts.tsx';
import { useFormats } from '../../../formats/use-formats.ts';
import { type Experience, publishedByQuery } from '../../../parts/settings/theme-queries.ts';
import { useCan } from '../../../session/session.ts';

/** Which version is published, since when, and by whom for anyone who may read that. */
export const VersionLine = ({ experience: { theme } }: { experience: Experience }) => {
  const t = useText();
  const can = useCan();
  const { date } = useFormats();
  const isPublished = theme.version > 1;
  const { data: person } = useQuery({
    ...publishedByQuery(theme.id),
    enabled: isPublished && can('audit_log:read') && can('staff:read'),
  });
  const said = { version: theme.version, date: date(theme.publishedAt) };
  const line = (): string => {
    if (!isPublished) return t('theme.builtIn');
    return person ? t('theme.versionBy', { ...said, person }) : t('theme.version', said);
  };
  return <p className="small quiet">{line()}</p>;
};
