/** The same tools from a program. An agent would do what the last part does: show definitions, answer calls. */
/* oxlint-disable no-console -- this example talks to a person */
import { type ApprovalRequest, createToolyard, textOf } from 'toolyard'

await using yard = await createToolyard({
  files: { workspace: import.meta.dirname },
  tools: { folders: ['tools'] },
  calls: {
    // Values that no model may set.
    provide: () => ({ customerId: 'c-bob' }),
    // A hook is asked before every call of these tools. It may deny, ask, change the arguments, or say nothing.
    hooks: [
      {
        name: 'tidy-city',
        type: 'PRE_TOOL_USE',
        tools: ['get_weather'],
        handler: ({ arguments: { city } }) => ({
          action: 'modify',
          arguments: { city: String(city).trim() },
        }),
      },
    ],
  },
  policy: {
    // Who is asked where a tool wants a person's consent. Here the program answers.
    approver: {
      async ask({ tool, input }: ApprovalRequest) {
        const { to } = input as { to: string }
        console.log(`? ${tool} to ${to}`)
        return to.endsWith('.org')
          ? { decision: 'approve', by: 'the example' }
          : { decision: 'reject', by: 'the example', reason: 'only .org, please' }
      },
    },
  },
})

// One call. It never throws: what goes wrong is a result, too.
console.log((await yard.call('get_weather', { city: ' Rome ' })).data)
console.log((await yard.call('get_weather', { city: 'Atlantis' })).error?.hint)

// The same call as events, while it runs.
for await (const event of yard.stream('count_down', { from: 2, pause_ms: 0 }))
  if (event.type === 'chunk') process.stdout.write(String(event.data))

// Two conversations, two notebooks.
await yard.call('notebook', { action: 'add', line: 'buy milk' }, { threadId: 'monday' })
console.log(textOf(await yard.call('notebook', { action: 'list' }, { threadId: 'tuesday' })))

console.log((await yard.call('send_note', { to: 'ann@example.org', text: 'Hi!' })).status)
console.log((await yard.call('send_note', { to: 'ann@example.net', text: 'Hi!' })).error?.message)
console.log((await yard.call('my_orders')).data)

// For a model: what it may call, and the answer to a call as the provider's API wants it.
const definitions = yard.definitions('anthropic')
const call = {
  type: 'tool_use',
  id: 'toolu_1',
  name: 'compare_weather',
  input: { first: 'Oslo', second: 'Lima' },
}
console.log(definitions.length, await yard.answer('anthropic', [call]))
