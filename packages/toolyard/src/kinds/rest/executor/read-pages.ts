/**
 * Follows the pages of a list until it ends, or until it is enough, and says which.
 *
 * @module
 */
import type { RestPagination } from '../../../define/index.ts'
import { isPlainObject, ToolyardError } from '../../../kernel/index.ts'
import { firstPage, nextPage, pageKey } from './next-page.ts'
import { parseAnswer, presented, selected } from './read-answer.ts'
import type { RestCall, RestRequest } from './rest-call.ts'
import { send } from './send.ts'

const defaultPages = 10
const defaultBytes = 5_000_000

export async function readPages(
  call: RestCall,
  start: RestRequest,
  pagination: RestPagination,
): Promise<unknown> {
  const { maxPages = defaultPages } = pagination
  const { maxBytes = defaultBytes } = call.plan.facts
  const all: unknown[] = []
  const seen = new Set<string>()
  let size = 0
  let firstSize = 0
  let request = firstPage(start, pagination)
  for (let count = 1; ; count++) {
    seen.add(pageKey(request))
    const answer = await send(call, request)
    if (answer.kind === 'empty') return presented(all)
    const body = parseAnswer(call, answer)
    const items = listIn(call, selected(call, body))
    for (const item of items) all.push(item)
    size += answer.text.length
    if (count === 1) firstSize = items.length
    const next = nextPage({ request, answer, body, items, firstSize }, pagination)
    if (!next) return presented(all)
    if ('stopped' in next) return cutShort(all, count, next.stopped)
    if (seen.has(pageKey(next.request))) return cutShort(all, count, 'the service names the same page again')
    if (count >= maxPages) return cutShort(all, count, 'no more are read in one call')
    if (size >= maxBytes) return cutShort(all, count, 'no more bytes are read in one call')
    ;({ request } = next)
    call.context.progress({ message: `page ${count + 1}, ${all.length} items so far`, done: count })
  }
}

function cutShort(items: readonly unknown[], pages: number, reason: string): unknown {
  const note = `[Stopped after ${pages} ${pages === 1 ? 'page' : 'pages'} with ${items.length} items; there is more, but ${reason}.]`
  return {
    content: [
      { type: 'text', text: JSON.stringify(items) },
      { type: 'text', text: note },
    ],
    data: items,
  }
}

/** A list, or an object with one list in it. */
function listIn({ tool }: RestCall, value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  const lists = isPlainObject(value) ? Object.values(value).filter((member) => Array.isArray(member)) : []
  const [only] = lists
  if (only && lists.length === 1) return only
  throw new ToolyardError(
    'tool_failed',
    `"${tool.manifest.name}" reads pages of a list, and the answer holds none.`,
    {
      hint: 'A person must name it by config.select of the tool.',
    },
  )
}
