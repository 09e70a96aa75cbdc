/**
 * The actions that work on a tab, by name.
 *
 * @module
 */
import type { BrowserAction } from '../action.ts'
import type { ActionName } from '../browser-input.ts'
import { dialog, fill, press, select, type } from './enter.ts'
import { download, pdf, upload } from './exchange.ts'
import { evaluate, network, screenshot, snapshot, wait } from './look.ts'
import { back, open } from './navigate.ts'
import { click, drag, hover, scroll } from './point.ts'

export const actions: Readonly<Record<Exclude<ActionName, 'tabs' | 'close'>, BrowserAction>> = {
  open,
  back,
  click,
  hover,
  drag,
  scroll,
  type,
  fill,
  press,
  select,
  dialog,
  snapshot,
  screenshot,
  evaluate,
  network,
  wait,
  upload,
  download,
  pdf,
}
