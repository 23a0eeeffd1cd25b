import { describe, expect, test } from 'bun:test';
import { fileURLToPath } from 'node:url';
import golden from '../golden/openapi-2026-01-10.json' with { type: 'json' };
import { testsEverything } from '../helpers/everything.ts';
import { run } from '../helpers/process.ts';
import { root } from '../helpers/sources.ts';

const DOCUMENT = 'test/golden/openapi-2026-01-10.json';

/** Runs a linter that is installed with the other dependencies, without its messages to its makers. */
const lint = async (program: string, ...options: string[]): Promise<{ code: number; output: string }> => {
  const env = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  const words = [process.execPath, fileURLToPath(program), 'lint', ...options, DOCUMENT];
  const { out, err, code } = await run({ cwd: root, env }, ...words);
  return { code, output: Bun.stripANSI(`${out}${err}`) };
};

describe('the document has neither errors nor warnings', () => {
  test('of Redocly, with its recommended rules', async () => {
    const { code, output } = await lint(import.meta.resolve('@redocly/cli/bin/cli.js'), '--config', '.redocly.yaml');
    expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
    expect(output).toContain('Your API description is valid');
  }, 300_000);

  // It takes 20 seconds of a processor.
  test.if(testsEverything)(
    'of Spectral, with its rules for OpenAPI',
    async () => {
      const words = ['--ruleset', '.spectral.yaml', '--fail-severity', 'hint', '--display-only-failures'];
      const { code, output } = await lint(import.meta.resolve('@stoplight/spectral-cli/dist/index.js'), ...words);
      expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
      expect(output).toContain("No results with a severity of 'hint' or higher found!");
    },
    300_000,
  );

  test('and only the paths that the interface writes so can be taken for another one', () => {
    const paths = Object.keys(golden.paths).map((path) => path.split('/'));
    const isOpen = (part: string | undefined): boolean => part?.startsWith('{') === true;
    const fits = (left: string[], right: string[]): boolean =>
      left.length === right.length && left.every((part, at) => part === right[at] || isOpen(part) || isOpen(right[at]));
    const isNarrower = (left: string[], right: string[]): boolean =>
      left.every((part, at) => part === right[at] || isOpen(right[at]));
    const ambiguous = paths.flatMap((left, at) =>
      paths
        .slice(at + 1)
        .filter((right) => fits(left, right) && !isNarrower(left, right) && !isNarrower(right, left))
        .map((right) => [left.join('/'), right.join('/')].sort()),
    );
    expect(ambiguous.sort()).toEqual([
      ['/manage/content/media/uploads/{id}', '/manage/content/media/{id}/playback'],
      ['/manage/content/media/uploads/{id}', '/manage/content/media/{id}/variants'],
      ['/manage/staff/invitations/{id}', '/manage/staff/{id}/photo'],
      ['/manage/staff/invitations/{id}', '/manage/staff/{id}/sessions'],
      ['/public-api/v2/member/payments/methods/{id}', '/public-api/v2/member/payments/{id}/receipt'],
      ['/v2/member/metrics/entries/{metricEntryId}', '/v2/member/metrics/{contentEntryId}/history'],
    ]);
  });

  test('and only the path that the interface writes so ends with a slash', () => {
    expect(Object.keys(golden.paths).filter((path) => path.endsWith('/'))).toEqual(['/v2/']);
  });
});
