/** `npm test`: unit tests in one process, then the tests that start processes of their own. */
import { globSync } from 'node:fs'
import { ensureConsole } from './console.ts'
import { run } from './run.ts'

// A test that hangs fails; the longest takes three minutes on a busy machine.
const node = ['--conditions=@toolyard/source', '--test', '--test-reporter=spec', '--test-timeout=900000']
const unit = globSync('packages/{toolyard,console}/src/**/*.test.ts').toSorted()
const whole = [
  ...globSync('packages/toolyard/test/**/*.test.ts'),
  ...globSync('examples/**/*.test.ts'),
].toSorted()
run(process.execPath, [...node, '--test-isolation=none', ...unit])
if (!ensureConsole()) process.exit(1)
run(process.execPath, [...node, ...whole])
