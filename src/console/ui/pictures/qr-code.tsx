import encode from 'qr';
import { useMemo } from 'react';

/** The empty border that readers need, in modules. */
const BORDER = 4;

/** The dark modules as one path: a rectangle for each run of a line. */
const pathOf = (lines: readonly (readonly boolean[])[]): string =>
  lines
    .flatMap((line, y) => {
      const runs = line.map((isDark) => (isDark ? '1' : '0')).join('');
      return [...runs.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`);
    })
    .join('');

/** A QR code, dark on white in both themes: cameras read it best so. */
export const QrCode = ({ text, label }: { text: string; label: string }) => {
  const lines = useMemo(() => encode(text, 'raw', { border: BORDER }), [text]);
  const size = lines.length;
  return (
    <svg className="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
      <rect width={size} height={size} fill="#fff" />
      <path d={pathOf(lines)} fill="#000" />
    </svg>
  );
};
