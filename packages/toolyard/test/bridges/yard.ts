/** The yard that every bridge out is tried with: text, data, a picture, a failure, a stream, a question, a slow one. */
import {
  type Approver,
  createToolyard,
  defineTool,
  type Tool,
  type ToolService,
  type ToolyardOptions,
} from 'toolyard'
import { z } from 'zod'

/** One pixel. */
export const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

/** A person who agrees to nothing. */
export const refusing: Approver = { ask: async () => ({ decision: 'reject', by: 'Ada' }) }

export interface TriedYard extends AsyncDisposable {
  readonly yard: ToolService
  /** What the tools did, in order. */
  readonly done: string[]
  /** Settles when `wait` has started. */
  readonly started: Promise<void>
}

export async function openTried(options: ToolyardOptions = {}): Promise<TriedYard> {
  const done: string[] = []
  const { promise: started, resolve: start } = Promise.withResolvers<void>()
  const yard = await createToolyard({ ...options, tools: [...quickTools(done), waitingTool(done, start)] })
  return { yard, done, started, [Symbol.asyncDispose]: () => yard.close() }
}

function quickTools(done: string[]): Tool[] {
  return [
    defineTool({
      name: 'measure',
      description: 'Measures the temperature of a place.',
      inputSchema: z.object({ place: z.enum(['in', 'out']), times: z.number().int().default(1) }),
      execute: ({ place, times }) => {
        done.push(`measure ${place} ${times}`)
        return { place, celsius: 21 }
      },
    }),
    defineTool({
      name: 'draw',
      description: 'Draws.',
      execute: () => ({
        content: [
          { type: 'text', text: 'a dot' },
          { type: 'image', data: pixel, mimeType: 'image/png' },
        ],
      }),
    }),
    defineTool({
      name: 'fail',
      description: 'Fails.',
      execute: () => {
        throw new Error('the kettle is empty')
      },
    }),
    defineTool({
      name: 'count',
      description: 'Counts aloud.',
      async *execute() {
        for (const word of ['one ', 'two ', 'three']) yield word
      },
    }),
    defineTool({
      name: 'pay',
      description: 'Pays.',
      inputSchema: z.object({ amount: z.number() }),
      confirm: ({ amount }) => amount > 100,
      execute: ({ amount }) => {
        done.push(`pay ${amount}`)
        return `paid ${amount}`
      },
    }),
  ]
}

function waitingTool(done: string[], start: () => void): Tool {
  return defineTool({
    name: 'wait',
    description: 'Waits until it is stopped.',
    execute: (_input, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          done.push('stopped')
          reject(new Error('stopped'))
        })
        start()
      }),
  })
}
