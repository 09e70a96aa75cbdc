/** `npm start`: until there is a server, shows the example project's tools and what to try next. */
import { runQuietly } from './run.ts'

const toolyard = [
  '--conditions=@toolyard/source',
  'packages/toolyard/src/cli/main.ts',
  '--config',
  'examples/first-tools/toolyard.config.ts',
]
runQuietly(process.execPath, [...toolyard, 'ls'])
console.log(`
Try, from this folder:
  npm run toolyard -- --config examples/first-tools/toolyard.config.ts call get_weather city=Rome
  npm run toolyard -- --config examples/first-tools/toolyard.config.ts call count_down from=3
  npm run toolyard -- --config examples/first-tools/toolyard.config.ts show get_weather --dialect openai

The tools are in examples/first-tools/tools, one file each. docs/guide/writing-tools.md shows how to write your own.`)
