/**
 * The board as one author uses it. Who that is comes from the call, never from what is written.
 *
 * What is kept is clean text without secrets; `@name` and `@"a name"` call a person or an agent.
 *
 * @module
 */
import type { BoardAccess, BoardPost } from '../../define/index.ts'
import { cleanText, type Ids, ToolyardError } from '../../kernel/index.ts'
import type { BoardStore } from '../../store/index.ts'

export interface BoardParts {
  readonly board: BoardStore
  readonly ids: Ids
  readonly now: () => number
  readonly redact: (text: string) => string
}

export type BoardAuthor = Pick<BoardPost, 'author' | 'kind'>

const longestPost = 20_000
const longestTopic = 100
const mostMentions = 50

/** Not inside an address such as `ann@example.com`. The text around it may be Chinese, which has no spaces. */
const mention =
  /(?<![\w.%+-])@(?:"(?<quoted>[^"\n]{1,100})"|(?<name>[\p{L}\p{N}][\p{L}\p{N}\p{M}_.-]{0,99}))/gu

export function createBoardAccess(
  { board, ids, now, redact }: BoardParts,
  { author, kind }: BoardAuthor,
): BoardAccess {
  return {
    me: author,
    topics: async (limit) => board.topics(limit),
    list: async ({ topic, ...filter }) =>
      board.list({ ...filter, topic: topic === undefined ? undefined : evenTopic(topic) }),
    read: async (id) => board.discussion(id),
    async post({ topic, parent, content }) {
      const text = checkedText(redact(cleanText(content)))
      const place =
        parent === undefined
          ? { topic: checkedTopic(redact(evenTopic(topic ?? ''))) }
          : await placeOf(board, parent)
      const post = {
        id: ids.next('post'),
        ...place,
        author,
        kind,
        content: text,
        mentions: mentionsIn(text),
        at: now(),
      }
      await board.add(post)
      return post
    },
  }
}

/** Each name once, as it is written. */
function mentionsIn(text: string): string[] {
  const names = text
    .matchAll(mention)
    .map(({ groups }) => groups?.['quoted']?.trim() ?? groups?.['name'] ?? '')
  const whole = names.map((name) => name.replace(/[.-]+$/, '')).filter((name) => name !== '')
  return [...new Set(whole)].slice(0, mostMentions)
}

/** A discussion has one level: the answer to a reply belongs to the first post. */
async function placeOf(board: BoardStore, parent: string): Promise<Pick<BoardPost, 'topic' | 'parent'>> {
  const post = (await board.discussion(parent)).find(({ id }) => id === parent)
  if (post) return { topic: post.topic, parent: post.parent ?? post.id }
  throw new ToolyardError('not_found', `there is no post "${parent.slice(0, 100)}" on the board`, {
    hint: 'List the posts first; the oldest ones may be gone.',
  })
}

function checkedText(content: string): string {
  const text = content.trim()
  if (text === '')
    throw new ToolyardError('invalid_arguments', 'content: a post needs some text', {
      hint: 'Say something.',
    })
  if (text.length <= longestPost) return text
  throw new ToolyardError(
    'invalid_arguments',
    `content: a post has at most ${longestPost} characters, and this one has ${text.length}`,
    { hint: 'Shorten it, or split it into replies.' },
  )
}

function checkedTopic(topic: string): string {
  if (topic === '')
    throw new ToolyardError('invalid_arguments', 'topic: a new post needs a topic', {
      hint: 'Name one in a few words, such as "releases".',
    })
  if (topic.length <= longestTopic) return topic
  throw new ToolyardError('invalid_arguments', `topic: at most ${longestTopic} characters`, {
    hint: 'Name it in a few words.',
  })
}

/** On one line, as it is kept. */
function evenTopic(given: string): string {
  return cleanText(given).replaceAll(/\s+/g, ' ').trim()
}
