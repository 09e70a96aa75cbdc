/**
 * Hooks that come with Toolyard: confirming dangerous calls, and logging.
 *
 * @module
 */
import type { HookSpec } from '../../define/index.ts'
import { createLazyShell, exactText } from '../policy/shell/index.ts'
import { compilePattern } from '../../kernel/index.ts'
import { empties, isDestructive } from './destructive.ts'

/** Words in arguments that rarely mean well without a person having looked. */
const dangerousTexts = [
  String.raw`\brm\s+-[a-zA-Z]*[rf]`,
  String.raw`\bgit\s+(push\s+.*--force|reset\s+--hard|clean\s+-[a-z]*f)`,
  String.raw`(?i)\b(drop|truncate)\s+(table|database|schema)\b`,
  String.raw`(?i)\bdelete\s+from\s+\w+\s*(;|$)`,
  String.raw`\b(mkfs|dd\s+if=|shutdown|reboot)\b`,
  String.raw`(curl|wget)\s[^|]*\|\s*(ba|z)?sh`,
  String.raw`\bchmod\s+(-R\s+)?777\b`,
]

export interface ConfirmDangerousOptions {
  /** More patterns (RE2) that call for a question. */
  readonly patterns?: readonly string[]
  readonly tools?: readonly string[]
}

/** A line that takes more of the processor to judge was written for that; on a busy machine, any line takes long. */
const mostWorkMs = 100
/** Longer texts are looked through in parts, which overlap. */
const partLength = 16_384
const overlap = 1024

/** Asks a person before a call whose arguments look destructive: commands by what they would do, other texts by their words. */
export function confirmDangerous(options: ConfirmDangerousOptions = {}): HookSpec {
  const matchers = [...dangerousTexts, ...(options.patterns ?? [])].map(compilePattern)
  const shell = createLazyShell({ roots: ['/'] })
  const destroys = async (text: string): Promise<boolean> => {
    if (empties(text)) return true
    await shell.load?.()
    const before = process.threadCpuUsage()
    const isTooLong = (): boolean => {
      const { user, system } = process.threadCpuUsage(before)
      return user + system > mostWorkMs * 1000
    }
    const { mentions } = shell.read(text, { folder: '/' })
    return mentions.commands.some(
      (words) => isDestructive(words.map((word) => exactText(word) ?? word.source)) || isTooLong(),
    )
  }
  return {
    name: 'confirm-dangerous',
    type: 'PRE_TOOL_USE',
    ...(options.tools && { tools: options.tools }),
    async handler({ manifest, arguments: input }) {
      if (manifest.permission === 'read') return undefined
      for (const text of stringsOf(input)) {
        for (let from = 0; from < text.length; from += partLength - overlap) {
          const part = text.slice(from, from + partLength)
          if (matchers.some((matcher) => matcher.test(part)) || (from === 0 && (await destroys(part))))
            return { action: 'ask', message: `the arguments look destructive: ${part.slice(0, 200)}` }
          if (text.length > partLength) await new Promise((resolve) => setImmediate(resolve))
        }
      }
      return undefined
    },
  }
}

/** One line for each call that ended, whichever way. */
export function logCalls(write: (line: string) => void): readonly HookSpec[] {
  const handler: HookSpec['handler'] = ({ tool, callId, result, error, threadId }) => {
    const facts = [
      tool,
      result?.status ?? 'error',
      `${(result?.durationMs ?? 0).toFixed(1)} ms`,
      callId,
      threadId && `thread ${threadId}`,
      error && `${error.code}: ${error.message}`,
    ]
    write(facts.filter(Boolean).join(' · '))
  }
  return (['POST_TOOL_USE', 'TOOL_ERROR', 'TOOL_SKIP'] as const).map((type) => ({
    name: `log-${type.toLowerCase()}`,
    type,
    order: 1000,
    handler,
  }))
}

/** Every text; a list of words also as the line that it is. */
function* stringsOf(value: unknown): Generator<string> {
  if (Array.isArray(value) && value.length > 1 && value.every((item) => typeof item === 'string'))
    yield value
      .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
      .join(' ')
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* stringsOf(item)
}
