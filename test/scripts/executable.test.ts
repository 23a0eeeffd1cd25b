import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { relativeRequires } from '../../scripts/releasing/executable.ts';
import { testFolder } from '../helpers/process.ts';

const folder = testFolder();

test('a file that a bundled package would load at run time is found, also in a UMD file', async () => {
  await Bun.write(join(folder, 'node_modules/umd/part.js'), 'exports.part = 1;');
  await Bun.write(
    join(folder, 'node_modules/umd/index.js'),
    `(function (factory) {
      if (typeof module === 'object') factory(require, exports);
    })(function (require, exports) { exports.part = require('./part').part; });`,
  );
  await Bun.write(join(folder, 'main.js'), "console.log(require('umd').part);");
  const { outputs } = await Bun.build({ entrypoints: [join(folder, 'main.js')], target: 'bun' });
  expect(relativeRequires((await outputs[0]?.text()) ?? '')).toEqual(['./part']);
});

test('a module that was bundled is no file of run time', () => {
  expect(relativeRequires('var part = require_part(); __require("node:fs"); require("elysia");')).toEqual([]);
});
