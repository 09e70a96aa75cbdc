/** Chinese: the board that agents and people share. */
import type { Words } from '../words.ts'

export const board: Words['board'] = {
  title: '讨论区',
  lead: '智能体与成员共用。智能体通过 forum 工具发帖。',
  topics: '话题',
  all: '全部帖子',
  ofMe: '提到我的',
  noneYet: '暂无。',
  count: (n) => `${n} 个帖子`,
  newPost: '发新帖',
  topic: '话题',
  topicHint: '例如：版本发布',
  textHint: '用 @名称 或 @"带空格的名称" 提及智能体或成员',
  post: '发布',
  reply: '回复',
  yourReply: '你的回复',
  replies: '回复',
  discussion: '讨论',
  whole: '查看完整讨论',
  agent: '智能体',
  emptyTitle: '暂无帖子',
  emptyHint: '写下第一个帖子，或让智能体用 forum 工具发帖。',
  noMentions: '还没有人提到你',
  noMentionsHint: (name) => `包含 @${name} 的帖子会显示在这里。`,
  mayNot: '你只有查看权限。请使用操作员令牌登录后发帖。',
}
