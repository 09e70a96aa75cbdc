/** `npm run check`: types, lint, format, unused code. */
import { run } from './run.ts'

run('tsc', ['--noEmit', '-p', 'packages/toolyard'])
run('tsc', ['--noEmit', '-p', 'packages/toolyard/test/console'])
run('tsc', ['--noEmit', '-p', 'packages/console'])
run('tsc', ['--noEmit', '-p', 'tsconfig.json'])
run('oxlint', ['--type-aware', '--deny-warnings'])
run('oxfmt', ['--check', '.'])
run('knip', [])
