/**
 * Hooks that come with Toolyard: confirming dangerous calls, and logging.
 *
 * @module
 */
import type { HookSpec } from '../../define/index.ts'
import { compilePattern } from '../../kernel/index.ts'

/** Words in arguments that rarely mean well without a person having looked. */
const dangerousTexts = [
  String.raw`\brm\s+-[a-zA-Z]*[rf]`,
  String.raw`\bgit\s+(push\s+.*--force|reset\s+--hard|clean\s+-)`,
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

/** Asks a person before a call whose arguments look destructive. */
export function confirmDangerous(options: ConfirmDangerousOptions = {}): HookSpec {
  const matchers = [...dangerousTexts, ...(options.patterns ?? [])].map((pattern) => ({
    pattern,
    matcher: compilePattern(pattern),
  }))
  return {
    name: 'confirm-dangerous',
    type: 'PRE_TOOL_USE',
    ...(options.tools && { tools: options.tools }),
    handler({ manifest, arguments: input }) {
      if (manifest.permission === 'read') return undefined
      for (const text of stringsOf(input)) {
        const found = matchers.find(({ matcher }) => matcher.test(text))
        if (found) return { action: 'ask', message: `the arguments look destructive: ${text.slice(0, 200)}` }
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

function* stringsOf(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value
  else if (typeof value === 'object' && value !== null)
    for (const item of Object.values(value)) yield* stringsOf(item)
}
