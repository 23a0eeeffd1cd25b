// Checks the types of the program, and of what runs in the browser: bun scripts/types.ts
import './api-types.ts';

/** Each project by name. What has not changed since the last run is not checked again. */
const projects = { program: '.', console: 'src/console', book: 'src/pages/book/client' };
const checks = Object.entries(projects).map(([name, project]) => {
  // Each checker has the types of the libraries for itself, so that more of them take more processor time.
  const known = ['--incremental', '--tsBuildInfoFile', `node_modules/.cache/${name}.tsbuildinfo`];
  return Bun.spawn(['node_modules/.bin/tsc', '--project', project, '--pretty', 'false', '--checkers', '1', ...known], {
    stdout: 'inherit',
    stderr: 'inherit',
  });
});
const codes = await Promise.all(checks.map(({ exited }) => exited));
if (codes.some((code) => code !== 0)) process.exit(1);
