// What a class looks like without a picture: a drawing is a square of 160 whose middle is always seen. It is here because the
// pages of members and the console draw the same.

const line = (path: string, width: number, opacity = 1): string =>
  `<path d="${path}" fill="none" stroke="currentColor" stroke-width="${width}" opacity="${opacity}" stroke-linecap="round"/>`;
const dot = (x: number, y: number, radius: number, opacity = 1): string =>
  `<circle cx="${x}" cy="${y}" r="${radius}" fill="currentColor" opacity="${opacity}"/>`;
const ring = (radius: number, width: number, opacity = 1): string =>
  `<circle cx="80" cy="80" r="${radius}" fill="none" stroke="currentColor" stroke-width="${width}" opacity="${opacity}"/>`;
const bar = (x: number, y: number, width: number, height: number, opacity = 1): string =>
  `<rect x="${x}" y="${y}" width="${width}" height="${height}" rx="${Math.min(width, height) / 2}" fill="currentColor" opacity="${opacity}"/>`;
const each = <Value>(values: readonly Value[], draw: (value: Value, index: number) => string): string =>
  values.map(draw).join('');

const wave = (y: number): string => {
  const crests = [-100, 0, 100, 200, 300, 400].map((x) => `T${x} ${y}`).join('');
  return `M-300 ${y}Q-250 ${y - 46} -200 ${y}${crests}`;
};
const arc = (radius: number): string => `M${80 - radius} 98a${radius} ${radius} 0 0 1 ${2 * radius} 0`;

/** Every second spoke of a wheel. */
const spokes = (first: number, length: number, opacity: number): string => {
  const path = Array.from({ length: 12 }, (_, index) => {
    const angle = ((2 * index + first) * Math.PI) / 12;
    const at = (radius: number): string =>
      `${(80 + radius * Math.cos(angle)).toFixed(1)} ${(80 + radius * Math.sin(angle)).toFixed(1)}`;
    return `M${at(22)}L${at(length)}`;
  });
  return line(path.join(''), 2.6, opacity);
};

const HOLDS = [
  [22, 140, 9, 1] as const,
  [48, 112, 12, 0.9] as const,
  [84, 124, 7, 0.5] as const,
  [72, 82, 14, 1] as const,
  [112, 72, 9, 0.6] as const,
  [92, 44, 12, 0.95] as const,
  [132, 34, 8, 0.5] as const,
  [118, 6, 12, 0.8] as const,
  [30, 62, 7, 0.4] as const,
  [142, 104, 9, 0.45] as const,
  [8, 96, 6, 0.4] as const,
];

/** A body that bends to the side: each line bends less than the one before, and is paler. */
const BENDS = [
  [116, 64, 76],
  [106, 42, 58],
  [92, 24, 46],
  [75, 11, 37],
  [57, 3, 32],
  [39, -1, 30],
] as const;

const PETALS = [0.5, 1.5, 2.5, 3.5, 4.5, 5.5].map((index) => (index * Math.PI) / 3);
/** Circles around the middle that all touch it. */
const petals = (radius: number, paint: string): string =>
  `<g ${paint}>${each(PETALS, (angle) => {
    const [x, y] = [80 + radius * Math.cos(angle), 80 + radius * Math.sin(angle)].map((at) => at.toFixed(0));
    return `<circle cx="${x}" cy="${y}" r="${radius}"/>`;
  })}</g>`;

/** The drawings by name, each as elements of SVG in the color of its place. */
export const SIGN_DRAWINGS = {
  flow: each([1, 0.9, 0.8, 0.6, 0.5, 0.4, 0.3], (opacity, row) => line(wave(28 + 17 * row), 9 - 1.05 * row, opacity)),
  rest:
    dot(80, 98, 18) +
    each([0.8, 0.7, 0.6, 0.5, 0.3, 0.2], (opacity, row) => line(arc(34 + 16 * row), 5.9 - 0.6 * row, opacity)) +
    line('M-300 118h760M-300 134h760M-300 150h760', 3, 0.35),
  ride:
    spokes(0, 64, 0.85) + spokes(1, 58, 0.45) + dot(80, 80, 14) + ring(72, 6) + ring(92, 2.5, 0.5) + ring(112, 2, 0.35),
  strength:
    each([34, 62, 98, 126, 98, 62, 34], (height, at) =>
      bar(12 + 20 * at, 80 - height / 2, 14, height, 1 - 0.25 * Math.abs(3 - at) + 0.1 * Number(at !== 3)),
    ) + line('M-300 80h308M152 80h308', 4, 0.35),
  reformer:
    each([30, 50, 70, 90, 110, 130], (y, row) => line(`M-300 ${y}h760`, 2.6, row % 2 === 0 ? 0.5 : 0.3)) +
    bar(34, 37, 76, 26) +
    bar(62, 77, 62, 26, 0.55) +
    dot(44, 110, 13, 0.85),
  ropes:
    line('M-6 176C30 150 40 120 52 110S74 96 74 80 84 56 96 44 112 28 120 -14', 3, 0.5) +
    each(HOLDS, ([x, y, radius, opacity]) => dot(x, y, radius, opacity)),
  stretch:
    each(BENDS, ([x, y, pull], row) =>
      line(`M34 136C34 96 ${pull} ${y + 6} ${x} ${y}`, 9 - 1.1 * row, 1 - 0.15 * row),
    ) +
    dot(116, 64, 16) +
    line('M-300 136h760M-300 150h760', 3, 0.35),
  breath:
    petals(30, 'fill="currentColor" fill-opacity="0.3"') +
    petals(52, 'fill="none" stroke="currentColor" stroke-width="2.6" opacity="0.4"') +
    dot(80, 80, 14) +
    ring(118, 2, 0.35),
} as const;

export type Sign = keyof typeof SIGN_DRAWINGS;
