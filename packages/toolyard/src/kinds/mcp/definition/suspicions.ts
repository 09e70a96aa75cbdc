/**
 * What people should look at twice before they accept a tool from outside.
 *
 * These are marks for a reader, not a defence: nothing is let in because none of them was found.
 *
 * @module
 */
import { visibleText } from '../../../kernel/index.ts'
import type { Definition } from './definition.ts'

/** Who speaks in a conversation with a model, as a label at the start of a line: `System:`, `[assistant]`, `**开发者提示**：`. */
const label = {
  before: String.raw`^[-*>#\[({"'【「_\t ]{0,16}`,
  role: '(?:system|assistant|developer|human|user|admin(?:istrator)?|root|operator|ai)',
  speech: String.raw`\s+(?:prompt|message|instructions?|note|notice|override|update|directive|command)`,
  who: '(?:系统|助手|助理|开发者|用户|管理员|人类)',
  words: '(?:提示词?|消息|指令|指示|命令|通知|说明)',
  after: String.raw`[\])}"'】」*_ \t]{0,8}[:>][\])}"'】」*_]{0,8}\s{0,8}`,
}
/** How a text speaks that tells a reader what to do; a parameter is described otherwise. */
const telling = String.raw`(?:(?:please|now|so)\b[ ,]*)?(?:you\b|your\b|i\b|ignore\b|disregard\b|forget\b|override\b|always\b|never\b|don'?t\b|do not\b|from now\b|the user (?:has|wants|is|must|may|can|agreed|asked)\b|(?:immediately |first |silently )?(?:call|invoke|execute|run|obey|reply|respond|pretend|reveal|send|delete)\b)`
const tellingChinese =
  '(?:请|现在|立即|马上)?(?:你|您|忽略|无视|忘记|忘掉|必须|务必|从现在|始终|永远|绝不|不要|不得|别|调用|执行|运行|发送|删除|回复)'

/** To set aside, and what only a model could: what it was told, and who told it. */
const setAside = String.raw`(?:ignor\w+|disregard\w*|forget\w*|overrid\w+|overrul\w+|bypass\w*|discard\w*|neglect\w*|pay no (?:attention|heed) to|set aside|(?:do not|don'?t|stop|never|no longer) (?:follow|obey|heed|listen to|comply with)(?:ing)?)`
const told = String.raw`(?:instructions?|(?:system )?prompts?|guidelines?|directives?|(?:what|whatever|anything|everything)\b[^.\n]{0,20}\b(?:user|system|developer|told|said|above)|(?:the|your|any) (?:user|system|developer|operator)(?:'s (?:wishes|requests?|orders?|messages?))?(?![\w'-]| (?:names?|ids?|accounts?|agents?|files?|records?|groups?|fields?|settings?|whose|with|that|who|table|time|clock|locale|path))|(?:all|any|your|previous|prior|earlier|preceding|above|every)\b[^.\n]{0,24}\b(?:rules?|polic(?:y|ies)|restrictions?|constraints?|orders|commands|guardrails?|messages|conversations?|context|training))`
const setAsideChinese =
  '(?:忽略|无视|忽视|忘记|忘掉|抛开|推翻|绕过|跳过|不(?:要|用|必|再|得)?(?:理会|理睬|遵守|遵循|听从|服从|管)|别(?:理|管|听)|停止(?:遵守|遵循|听从))'
const toldChinese =
  '(?:(?:之前|以上|上面|上述|先前|此前|前面|所有|一切|任何|原有|你的|您的|系统)[^。\\n]{0,10}(?:指令|指示|提示词?|规则|要求|命令|设定|约束|限制|说明|对话|消息|内容)|用户的?(?:指令|指示|要求|请求|命令|消息|话|意愿|意见)|(?:用户|系统|开发者|人类)(?=[，。,.、；;！!]|并|和|而|然后|直接|$)|指令|系统提示|提示词)'

const pretends = new RegExp(
  [
    String.raw`<\|[\w ]{2,24}\|>|\[/?(?:INST|SYS)\]|<</?SYS>>|^ {0,3}#{1,6} {0,3}(?:system|assistant|instructions?)(?: (?:prompt|message))?:? {0,3}$`,
    `${label.before}${label.role}(?:${label.speech}\\b${label.after}|${label.after}${telling})`,
    `${label.before}${label.who}(?:${label.words}${label.after}|${label.after}${tellingChinese})`,
  ].join('|'),
  'im',
)
const overrules = new RegExp(
  String.raw`\b${setAside}\b[^.\n]{0,40}?\b${told}|${setAsideChinese}[^。\n]{0,12}?${toldChinese}`,
  'im',
)

export type FindingCode =
  | 'hidden'
  | 'picture'
  | 'calls'
  | 'orders'
  | 'overrules'
  | 'pretends'
  | 'secrets'
  | 'default'

const signs: readonly (readonly [pattern: RegExp, words: string, code: FindingCode])[] = [
  [/!\[[^\]]*\]\(|<img\b|<script\b/i, 'its description holds a picture or a script', 'picture'],
  [
    /\b(?:before|after|when(?:ever)?|instead of|prior to)\b[^.\n]{0,80}\b(?:is called|calling|call|use|using|invok\w+|tool)\b/i,
    'its description speaks of other calls',
    'calls',
  ],
  [
    /<\/?(?:important|system|instructions?|secret)\b|\bignore\b[^.\n]{0,40}\b(?:previous|other|above|instructions?)\b|\bdo not (?:tell|mention|inform|show|reveal)\b|\bwithout (?:telling|asking|informing)\b|(?:不要|切勿|不得|别)(?:告诉|告知|提醒|通知|让)[^。\n]{0,6}(?:用户|任何人|别人)/i,
    'its description gives orders',
    'orders',
  ],
  [overrules, 'its description tells the model to set aside what it was told', 'overrules'],
  [pretends, 'its description imitates a message of the system or of a person', 'pretends'],
  [
    /\.ssh\b|id_rsa|\/etc\/(?:passwd|shadow)|\.env\b|\bmcp\.json\b|\b(?:private|api|access) keys?\b|\bpasswords?\b|\bcredentials?\b/i,
    'its description speaks of secrets',
    'secrets',
  ],
]

/** In a few words each; empty if nothing stands out. `raw` is what the server sent. */
export function suspicionsOf({ cut }: Definition, raw: unknown): readonly string[] {
  const seen: TextSigns = { spoken: '', hides: false, sentence: false }
  look(raw, '', seen)
  const found = signs.filter(([pattern]) => pattern.test(seen.spoken)).map(([, words]) => words)
  if (seen.hides) found.unshift('it hides characters')
  if (cut > 0) found.unshift('its description is very long')
  if (seen.sentence) found.push('a default of it is a sentence')
  return found
}

interface TextSigns {
  spoken: string
  hides: boolean
  sentence: boolean
}

/** Characters of the texts that are looked at: more than a person is shown. */
const maxSpoken = 50_000

function look(value: unknown, key: string, seen: TextSigns): void {
  if (typeof value === 'string') {
    const text = value.includes('\r') ? value.replaceAll(/\r\n?/g, '\n') : value
    if (visibleText(text) !== text) seen.hides = true
    if ((key === 'description' || key === 'title') && seen.spoken.length < maxSpoken)
      seen.spoken += `${text.slice(0, maxSpoken).normalize('NFKC')}\n`
    if (key === 'default' && text.trim().split(/\s+/).length >= 3) seen.sentence = true
  } else if (Array.isArray(value)) for (const item of value) look(item, '', seen)
  else if (typeof value === 'object' && value !== null)
    for (const [name, item] of Object.entries(value)) {
      if (visibleText(name) !== name) seen.hides = true
      look(item, name, seen)
    }
}

/** Something in a definition that a person should look at, and where. */
export interface DefinitionFinding {
  readonly code: FindingCode
  /** The way to the text, such as `inputSchema.properties.path.description`. */
  readonly field: string
  /** The words around it; what hides in them is made visible. */
  readonly excerpt: string
}

const mostFindings = 50
const around = 80

/** What stands out in the texts of a definition, field by field. */
export function findingsIn(definition: unknown, field = ''): readonly DefinitionFinding[] {
  if (typeof definition === 'string') return findingsInText(definition, field)
  if (typeof definition !== 'object' || definition === null) return []
  const found = Object.entries(definition).flatMap(([key, value]: [string, unknown]) => {
    const path = field === '' ? key : `${field}.${key}`
    const hidden =
      visibleText(key) === key
        ? []
        : [{ code: 'hidden' as const, field: visibleText(path), excerpt: visibleText(key) }]
    return [...hidden, ...findingsIn(value, path)]
  })
  return found.slice(0, mostFindings)
}

function findingsInText(raw: string, field: string): readonly DefinitionFinding[] {
  const text = raw.includes('\r') ? raw.replaceAll(/\r\n?/g, '\n') : raw
  const place = visibleText(field)
  const key = field.slice(field.lastIndexOf('.') + 1)
  const found: DefinitionFinding[] = []
  if (visibleText(text) !== text)
    found.push({ code: 'hidden', field: place, excerpt: excerptOf(text, hiddenAt(text), 1) })
  if (key === 'default' && text.trim().split(/\s+/).length >= 3)
    found.push({ code: 'default', field: place, excerpt: excerptOf(text, 0, 0) })
  if (key !== 'description' && key !== 'title') return found
  const spoken = text.slice(0, maxSpoken).normalize('NFKC')
  for (const [pattern, , code] of signs) {
    const match = pattern.exec(spoken)
    if (match) found.push({ code, field: place, excerpt: excerptOf(spoken, match.index, match[0].length) })
  }
  return found
}

function hiddenAt(text: string): number {
  let at = 0
  for (const character of text) {
    if (visibleText(character) !== character) return at
    at += character.length
  }
  return 0
}

function excerptOf(text: string, start: number, length: number): string {
  const from = Math.max(0, start - around)
  const to = Math.min(text.length, start + length + around)
  return `${from > 0 ? '…' : ''}${visibleText(text.slice(from, to).toWellFormed())}${to < text.length ? '…' : ''}`
}
