/** `npm start`: until there is a server, shows the example project's tools and what to try next. */
import { runQuietly } from './run.ts'

const toolyard = [
  '--conditions=@toolyard/source',
  'packages/toolyard/src/cli/main.ts',
  '--config',
  'examples/first-tools/toolyard.config.ts',
]
runQuietly(process.execPath, [...toolyard, 'ls'])
const program = 'npm run -s toolyard -- --config examples/first-tools/toolyard.config.ts'
console.log(`
Try, from this folder:
  ${program} call get_weather city=Rome          # a tool of the example project
  ${program} call grep pattern=celsius           # a built-in tool, in its folder
  ${program} agent create helper --tools get_weather,grep
  ${program} call --agent helper shout text=hi   # refused: the agent does not have it
  ${program} calls                               # what was called, and how it ended

The tools are in examples/first-tools/tools, one file each. docs/guide/writing-tools.md shows how to write your own.`)
