/** How the web is searched and browsed, as configured. */
import type { WebSettings } from '../../define/index.ts'
import type { Part } from '../part.ts'
import { checkWeb } from './check-web.ts'

export const web: Part<WebSettings> = {
  name: 'web',
  setting: { name: 'web', check: (value, at) => checkWeb(value, at.slice(0, -'web'.length)) },
  start: (_, configured = {}) => ({ services: () => ({ web: configured }) }),
}
