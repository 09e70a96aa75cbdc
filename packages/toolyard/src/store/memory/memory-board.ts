/** `BoardStore` in memory: the newest posts within a limit. */
import type { BoardPost, BoardTopic } from '../../define/index.ts'
import { type BoardStore, mentionKey, mostPosts, mostReplies } from '../board.ts'

export function createMemoryBoard(most = mostPosts): BoardStore {
  const posts: BoardPost[] = []
  return {
    topics(limit) {
      const topics = new Map<string, BoardTopic>()
      for (const { topic, at } of posts) {
        const count = topics.get(topic)?.posts ?? 0
        topics.delete(topic)
        topics.set(topic, { topic, posts: count + 1, lastAt: at })
      }
      return [...topics.values()].toReversed().slice(0, limit)
    },
    list({ topic, mentioning, before, limit }) {
      const name = mentioning === undefined ? undefined : mentionKey(mentioning)
      const found: BoardPost[] = []
      const end = before === undefined ? posts.length : posts.findLastIndex(({ id }) => id === before)
      for (let at = end - 1; at >= 0 && found.length < limit; at--) {
        const post = posts[at]
        const isFit =
          post &&
          (topic === undefined || post.topic === topic) &&
          (name === undefined || post.mentions.some((mention) => mentionKey(mention) === name))
        if (isFit) found.push(post)
      }
      return found
    },
    discussion(id) {
      const post = posts.find((one) => one.id === id)
      if (!post) return []
      const first = post.parent ?? post.id
      return [
        ...posts.filter((one) => one.id === first),
        ...posts.filter((one) => one.parent === first).slice(-mostReplies),
      ]
    },
    add(post) {
      posts.push(post)
      if (posts.length > most) posts.shift()
    },
  }
}
