// biome-ignore lint/performance/noBarrelFile: a hundred pages of members import the tag from here
export { Html, html } from '../../kernel/html.ts';
