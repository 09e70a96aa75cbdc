/** The same tools from a program: streams, and calls that share one process. */
/* oxlint-disable no-console -- this example talks to a person */
import { createToolyard, textOf } from 'toolyard'
import config from './toolyard.config.ts'

await using yard = await createToolyard({ ...config, files: { workspace: import.meta.dirname } })

for (const problem of yard.problems) console.log(problem)

// While it counts it tells how far it is.
const text = 'so many words '.repeat(500)
for await (const event of yard.stream('word_stats', { text, top: 2 })) {
  if (event.type === 'progress') console.log(`${event.done} of ${event.total} ${event.message}`)
  if (event.type === 'result') console.log(event.result.data)
}

// The value is one argument of grep, whatever is in it.
console.log(textOf(await yard.call('find_line', { text: 'words', path: 'notes.txt' })))
console.log(textOf(await yard.call('find_line', { text: '-e; rm -rf .', path: 'notes.txt' })) || '(nothing)')
console.log((await yard.call('find_line', { text: 'x', path: 'missing.txt' })).error?.message)

console.log(textOf(await yard.call('largest_files', { folder: 'plugins', count: 1 })))
console.log(textOf(await yard.call('checksum', { text: 'abc' })))

// Three calls, one process.
const words = await Promise.all(['tool', 'plugin', 'gadget'].map((word) => yard.call('glossary', { word })))
for (const { status, data, error } of words) console.log(status, data ?? error?.hint)

// From the plugin: a tool of its own kind with its option, a hook, and a tool that the configuration leaves out.
console.log(textOf(await yard.call('greet', { name: 'Ann' })))
console.log(textOf(await yard.call('farewell', { name: ' ' })))
console.log((await yard.call('wave', { name: 'Ann' })).error?.code)
