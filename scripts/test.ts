/** `npm test`: unit tests in one process, then the tests that start processes of their own. */
import { globSync } from 'node:fs'
import { run } from './run.ts'

const node = ['--conditions=@toolyard/source', '--test', '--test-reporter=spec']
const unit = globSync('packages/toolyard/src/**/*.test.ts').toSorted()
const whole = [
  ...globSync('packages/toolyard/test/**/*.test.ts'),
  ...globSync('examples/**/*.test.ts'),
].toSorted()
run(process.execPath, [...node, '--test-isolation=none', ...unit])
run(process.execPath, [...node, ...whole])
