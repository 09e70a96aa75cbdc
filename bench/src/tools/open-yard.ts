/**
 * A Toolyard with the built-in tools, as an application makes it; calls go through the whole pipeline.
 *
 * @module
 */
import { createToolyard } from 'toolyard'

export interface Yard extends AsyncDisposable {
  /** The text of the answer; throws where the call failed, so that nobody is measured at failing. */
  call(name: string, input: Readonly<Record<string, unknown>>, threadId?: string): Promise<string>
}

/** The same call is made again and again here, on purpose. */
const patience = 1_000_000_000

export async function openYard(
  workspace: string,
  environment: NodeJS.ProcessEnv = process.env,
): Promise<Yard> {
  const yard = await createToolyard({
    builtins: ['files', 'shell'],
    workspace,
    environment,
    policy: { mode: 'bypass' },
    limits: { loop: { warnAfter: patience, stopAfter: patience } },
  })
  return {
    async call(name, input, threadId = 'bench') {
      const result = await yard.call(name, input, { threadId })
      if (result.status !== 'ok') throw new Error(`${name} failed: ${JSON.stringify(result.error)}`)
      return result.content.map((block) => (block.type === 'text' ? block.text : '')).join('')
    },
    async [Symbol.asyncDispose]() {
      await yard.close()
    },
  }
}
