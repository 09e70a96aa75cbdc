/**
 * What a request says to an agent, with its files, as a prompt.
 *
 * @module
 */
import type { z } from 'zod'
import type { Prompt } from '../../agents/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { type HttpCaller, personOf } from './caller.ts'
import type { HttpServices } from './services.ts'
import type { attachments } from './shapes/attachments.ts'

interface Said {
  readonly words: string
  readonly files: z.output<typeof attachments>
}

/** An agent's token attaches of the workspace only what its agent may read by itself. Throws `forbidden`. */
export async function promptOf(
  { yard }: HttpServices,
  { caller, agent }: { readonly caller: HttpCaller; readonly agent: string },
  { words, files = [] }: Said,
): Promise<Prompt> {
  if (files.length === 0) return words
  if (caller.role === 'agent')
    for (const file of files) {
      if (!('path' in file)) continue
      const said = await yard.explain(
        'read_file',
        { path: file.path },
        { agent, principal: personOf(caller), origin: 'http' },
      )
      if (!('considered' in said) || said.decision.effect !== 'allow')
        throw new ToolyardError('forbidden', `agent "${agent}" may not read "${file.path}" by itself`, {
          hint: 'Send the file itself, or use a token with the role operator.',
        })
    }
  return [{ type: 'text', text: words }, ...files.map((file) => ({ type: 'file' as const, ...file }))]
}
