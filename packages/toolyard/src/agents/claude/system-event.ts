/**
 * What the SDK tells of itself, as events of a run: it asks again, it goes on with another model, it has made the conversation shorter.
 *
 * @module
 */
import type { RunEvent } from '../run/run-event.ts'
import type { RunTalk } from './run-talk.ts'
import type { SdkMessage } from './sdk.ts'

type SystemMessage = Extract<SdkMessage, { type: 'system' }>

export function systemEvent(
  message: SystemMessage,
  talk: Pick<RunTalk, 'messages' | 'beforeAnswer'>,
): RunEvent | undefined {
  if (message.subtype === 'api_retry') {
    const status = message.error_status ? ` (${message.error_status})` : ''
    const reason = `${message.error ?? 'the service failed'}${status}`
    return { type: 'retry', reason, delayMs: Math.round(message.retry_delay_ms ?? 0) }
  }
  if (message.subtype === 'model_fallback') {
    const { content = 'the service failed', fallback_model: model } = message
    return { type: 'retry', reason: `${content}; going on with model "anthropic/${model}"`, delayMs: 0 }
  }
  if (message.subtype !== 'compact_boundary' || !message.compact_metadata) return undefined
  const {
    pre_tokens: tokensBefore,
    post_tokens: tokensAfter = 0,
    preserved_messages: whole,
  } = message.compact_metadata
  const messages = whole ? talk.beforeAnswer : talk.messages
  return { type: 'compacted', by: 'model', messages, tokensBefore, tokensAfter }
}
