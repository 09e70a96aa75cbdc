/** `npm start`: the server and the console on the example project. What follows `--` goes to `toolyard serve`: `--port 5000`, `--open`. */
import { ensureConsole } from './console.ts'

const config = 'examples/first-tools/toolyard.config.ts'
const program = `npm run -s toolyard -- --config ${config}`

ensureConsole()
console.log(`Serving the example project: examples/first-tools. Its tools are in examples/first-tools/tools, one file each;
docs/guide/writing-tools.md shows how to write your own. In the console, open Chat: the agent "demo" answers without a key.
While it runs, try from another terminal in this folder:
  ${program} call get_weather city=Rome          # a tool of the example project
  ${program} call grep pattern=celsius           # a built-in tool, in its folder
  ${program} agent create traveller --model scripted/scripts/weather.json --tools get_weather,compare_weather
  ${program} agent run traveller "Oslo or Lima: where do I need a coat?"   # its model is a script: no key is needed
  ${program} call --agent traveller shout text=hi   # refused: the agent does not have it
  ${program} calls                               # what was called, and how it ended
`)
process.argv = [process.execPath, 'toolyard', '--config', config, 'serve', ...process.argv.slice(2)]
await import('../packages/toolyard/src/cli/main.ts')
