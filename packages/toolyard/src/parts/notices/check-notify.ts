/**
 * Whether `notify` says what it can say.
 *
 * @module
 */
import type { NotifySettings } from '../../define/index.ts'
import { checkKeys, isPlainObject, tellValue } from '../../kernel/index.ts'
import { checkText, wrong } from '../remotes/check-entries.ts'

const keys = ['channel', 'to', 'link', 'language'] satisfies (keyof NotifySettings)[]

/** Throws `invalid_config`. */
export function checkNotify(value: unknown, at: string): void {
  if (!isPlainObject(value))
    throw wrong(`${at} must be an object, not ${tellValue(value)}`, { hint: `Settings: ${keys.join(', ')}.` })
  checkKeys(value, keys, at)
  const { channel, to, link, language } = value
  if (channel === undefined)
    throw wrong(`${at}.channel is missing`, { hint: 'Name a channel that the channels section configures.' })
  checkText(channel, `${at}.channel`)
  checkText(to, `${at}.to`)
  const url = typeof link === 'string' ? URL.parse(link) : null
  if (
    link !== undefined &&
    (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || url.hash !== '')
  )
    throw wrong(`${at}.link must be the http or https address of the console, not ${tellValue(link)}`, {
      hint: 'Write it without a token, such as https://toolyard.example.com.',
    })
  if (language !== undefined && language !== 'en' && language !== 'zh')
    throw wrong(`${at}.language must be 'en' or 'zh', not ${tellValue(language)}`, {
      hint: 'Correct it, or leave it out.',
    })
}
