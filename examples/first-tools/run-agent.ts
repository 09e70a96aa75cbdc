/** An agent at work with these tools. Its model is a script, so that it runs without a key; name a real one instead. */
/* oxlint-disable no-console -- this example talks to a person */
import { createToolyard } from 'toolyard'

await using yard = await createToolyard({
  files: { workspace: import.meta.dirname },
  tools: { folders: ['tools'] },
})

await yard.agents.create({
  name: 'traveller',
  prompt: 'You help people to pack for a journey.',
  // `scripted/FILE` says what the file says. Others: anthropic/claude-sonnet-5, openai/gpt-6, google/…
  model: 'scripted/scripts/weather.json',
  toolIds: ['get_weather', 'compare_weather'],
})

const run = await yard.runs.start({ agent: 'traveller', prompt: 'Oslo or Lima: where do I need a coat?' })
for await (const event of run.events) {
  if (event.type === 'text') process.stdout.write(event.delta)
  if (event.type === 'tool_call') console.log(`\n→ ${event.tool} ${JSON.stringify(event.input)}`)
  if (event.type === 'tool_result') console.log(`← ${event.result.tool}: ${event.result.status}`)
  if (event.type === 'done') console.log(`\n${event.reason} after ${event.usage.steps} steps`)
}

// What was said is kept: a later run of the thread goes on from here.
const { status } = await run.done
console.log(status, (await yard.store.threads.messages(run.threadId)).length, 'messages')
