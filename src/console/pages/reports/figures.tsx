import { useText } from '../../base/texts.tsx';
import { useFormats } from '../../formats/use-formats.ts';
import { Figure, Figures, type Source } from '../../ui/tables/figure.tsx';
import { Delta } from './delta.tsx';
import type { Attendance, LateCancels, Members, Revenue } from './queries.ts';

interface FiguresProps {
  readonly attendance: Source<Attendance>;
  readonly revenue: Source<Revenue>;
  readonly members: Source<Members>;
  readonly lateCancels: Source<LateCancels>;
  readonly isCompared: boolean;
}

/** The five figures that are seen first, against the range before. */
export const ReportFigures = ({ attendance, revenue, members, lateCancels, isCompared }: FiguresProps) => {
  const t = useText();
  const { number, percent, money } = useFormats();
  const share = (value: number | null): string => (value === null ? t('reports.none') : percent(value / 100));
  return (
    <Figures className="report-figures">
      <Figure label={t('reports.visits')} of={attendance}>
        {({ figures, figuresBefore: before }) => ({
          value: number(figures.visits),
          note: isCompared && before && (
            <Delta now={figures.visits} before={before.visits} as="share" from={number(before.visits)} />
          ),
        })}
      </Figure>
      <Figure label={t('reports.seatsFilled')} of={attendance}>
        {({ figures, figuresBefore: before }) => ({
          value: share(figures.filledPercent),
          note: isCompared && before && <Delta now={figures.filledPercent} before={before.filledPercent} as="points" />,
        })}
      </Figure>
      <Figure label={t('reports.revenue')} of={revenue}>
        {({ figures: [main, ...others] }) => ({
          value: main === undefined ? t('reports.none') : money(main.net, main.currency),
          note: (
            <>
              {main !== undefined && isCompared && main.before !== null && (
                <span className="figure-line">
                  <Delta now={main.net} before={main.before.net} as="share" />
                </span>
              )}
              {others.length > 0 && (
                <span className="figure-line">
                  {t('reports.alsoIn', { amounts: others.map((each) => money(each.net, each.currency)).join(', ') })}
                </span>
              )}
            </>
          ),
        })}
      </Figure>
      <Figure label={t('reports.newMembers')} of={members}>
        {({ figures, figuresBefore: before }) => ({
          value: number(figures.new),
          note: isCompared && before !== null && <Delta now={figures.new} before={before.new} as="count" />,
        })}
      </Figure>
      <Figure label={t('reports.lateCancels')} of={lateCancels}>
        {({ figures, figuresBefore: before }) => ({
          value: number(figures.lateCancels),
          note: isCompared && before !== null && (
            <Delta now={figures.lateCancels} before={before.lateCancels} as="count" isLessBetter />
          ),
        })}
      </Figure>
    </Figures>
  );
};
