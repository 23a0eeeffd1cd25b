import { expect, test } from 'bun:test';
import { recordResponses } from '../../scripts/recording/record.ts';
import { detachedApp } from '../../src/cli/verbs/openapi.ts';
import { declaredResponses } from '../../src/http/openapi/recorded.ts';
import { successSchemas } from '../../src/http/operations/handlers/dry-run.ts';
import { validatorFor } from '../../src/http/validation.ts';
import { RECORDED_ROOT, recordedResponses } from '../../src/sandbox/demo/responses.ts';
import { testsEverything } from '../helpers/everything.ts';
import { operationsOf } from '../helpers/prefilled.ts';

const recordedAnswers = await recordedResponses(RECORDED_ROOT);
const { operations } = detachedApp();
const answers = [...recordedAnswers, ...declaredResponses(operations, recordedAnswers)];
const documented = await operationsOf();

test('there is an answer for each success and each common error of the document', () => {
  const recorded = new Set(answers.map(({ of, status }) => `${of} ${status}`));
  const lacking = documented.flatMap(({ operationId, responses, ...operation }) =>
    operation['x-protocol'] === undefined && operation['x-interactive'] === undefined
      ? Object.keys(responses).filter((status) => status < '300' && !recorded.has(`${operationId} ${status}`))
      : [],
  );
  expect(lacking).toEqual([]);
  const errors = new Map(
    documented.flatMap(({ responses }) =>
      Object.entries(responses as Record<string, { $ref?: string }>).flatMap(([status, { $ref }]) =>
        $ref === undefined || status < '400' ? [] : [[$ref.split('/').at(-1)!, status] as const],
      ),
    ),
  );
  expect(errors.size).toBeGreaterThan(10);
  expect([...errors].filter(([name, status]) => !recorded.has(`${name} ${status}`))).toEqual([]);
});

test('each operation that answers JSON shows its success, and only what has no body, a stream or a file does not', () => {
  interface Shown {
    readonly content?: Readonly<Record<string, { readonly example?: unknown; readonly examples?: unknown }>>;
  }
  const lacking = documented.flatMap(({ operationId, responses }) =>
    Object.entries(responses as Record<string, Shown>).flatMap(([status, { content = {} }]) => {
      const json = content['application/json'];
      const isShown = json === undefined || json.example !== undefined || json.examples !== undefined;
      return status >= '300' || isShown ? [] : [`${operationId} ${status}`];
    }),
  );
  expect(lacking).toEqual([]);
  const without = documented.filter(({ responses }) => {
    const successes = Object.entries(responses as Record<string, Shown>).filter(([status]) => status < '300');
    return successes.every(([, { content = {} }]) => content['application/json'] === undefined);
  });
  const uploadsByTus = ['getUploadProtocol', 'createUpload', 'getUpload', 'continueUpload', 'deleteUpload'];
  const streams = ['streamChanges', 'streamMemberChanges'];
  expect(without.map(({ operationId }) => operationId).sort()).toEqual(
    [...uploadsByTus, ...streams, 'downloadBackup'].sort(),
  );
});

test('what an operation declares is not recorded: only an interactive one declares its answers', () => {
  const declaring = operations.filter(({ answers: declared }) => declared !== undefined);
  expect(declaring.length).toBeGreaterThan(30);
  expect(declaring.filter(({ isInteractive }) => isInteractive !== true).map(({ id }) => id)).toEqual([]);
});

test('each answer has the shape that its operation declares', () => {
  const wrong = answers.flatMap(({ of, status, type, body }) => {
    const operation = operations.find(({ id }) => id === of);
    const shape = operation && successSchemas(operation)[status];
    if (operation === undefined || type !== 'application/json' || shape === undefined) return [];
    const validator = validatorFor(shape);
    return validator.isValid(body) ? [] : [{ of, status, problem: validator.errors(body)[0]?.message }];
  });
  expect(wrong).toEqual([]);
});

test('the answers are those of this program: bun scripts/responses.ts', async () => {
  const file = Bun.file(new URL('../../src/sandbox/demo/responses.ndjson', import.meta.url));
  const current = (await recordResponses(testsEverything ? 1 : 5)).split('\n');
  const recorded = (line: string) => line.slice(0, line.indexOf(',"type"'));
  const again = new Set(current.map(recorded));
  const kept = (await file.text()).split('\n').filter((line) => testsEverything || again.has(recorded(line)));
  expect(current.filter((line) => !kept.includes(line))).toEqual([]);
  expect(kept).toEqual(current);
}, 300_000);
