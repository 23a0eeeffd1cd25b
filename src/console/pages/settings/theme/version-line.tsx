import { useQuery } from '@tanstack/react-query';
import { useFormats } from '../../../formats.ts';
import { useCan } from '../../../session.ts';
import { useText } from '../../../texts.tsx';
import { type Experience, publishedByQuery } from './queries.ts';

/** Which version is published, since when, and by whom for who may read that. */
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
