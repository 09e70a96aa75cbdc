/**
 * What a channel is told of requests that wait.
 *
 * @module
 */
interface AskedFacts {
  readonly kind: 'approval' | 'question'
  readonly agent?: string | undefined
  readonly principal: string
  readonly tool: string
}

export interface NoticeWords {
  readonly one: (asked: AskedFacts) => string
  readonly many: (count: number) => string
  readonly open: string
}

const longestName = 100

/** Markdown in a name stays a name. */
function named(name: string): string {
  return `\`${name
    .replaceAll(/[`\s\p{Cc}\p{Cf}]+/gu, ' ')
    .slice(0, longestName)
    .toWellFormed()}\``
}

function whoIn({ agent, principal }: AskedFacts): string {
  return named(agent ?? principal)
}

const words: Readonly<Record<'en' | 'zh', NoticeWords>> = {
  en: {
    one: (asked) =>
      asked.kind === 'approval'
        ? `${whoIn(asked)} needs your approval to run ${named(asked.tool)}.`
        : `${whoIn(asked)} has a question for you.`,
    many: (count) => `${count} more ${count === 1 ? 'request waits' : 'requests wait'} for you.`,
    open: 'Open the inbox',
  },
  zh: {
    one: (asked) =>
      asked.kind === 'approval'
        ? `${whoIn(asked)} 请求运行 ${named(asked.tool)}，等待你审批。`
        : `${whoIn(asked)} 有一个问题等你回答。`,
    many: (count) => `还有 ${count} 项待办等你处理。`,
    open: '打开待办',
  },
}

export function noticeWords(language: 'en' | 'zh' = 'en'): NoticeWords {
  return words[language]
}
