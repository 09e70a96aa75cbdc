/** How the console is looked at when somebody walks through it: languages, themes and widths. */
import { en } from '../../../../console/src/i18n/en/index.ts'
import { zh } from '../../../../console/src/i18n/zh/index.ts'
import type { VisitOptions } from '../served-yard.ts'

export interface View {
  readonly name: string
  readonly language: 'en' | 'zh'
  readonly theme: 'light' | 'dark'
  readonly width: 390 | 1440
  /** What the pages say in its language. */
  readonly words: typeof en
  readonly options: VisitOptions
}

function view(language: 'en' | 'zh', theme: 'light' | 'dark', width: 390 | 1440): View {
  return {
    name: `${language}-${theme}-${width}`,
    language,
    theme,
    width,
    words: { en, zh }[language],
    options: { language, theme, viewport: { width, height: width === 390 ? 844 : 900 } },
  }
}

/** Every two choices meet in one of the first four; all eight are walked with TOOLYARD_WALKS=all. */
const pairs = [
  view('en', 'light', 1440),
  view('zh', 'dark', 1440),
  view('en', 'dark', 390),
  view('zh', 'light', 390),
]
const others = [
  view('en', 'light', 390),
  view('zh', 'dark', 390),
  view('en', 'dark', 1440),
  view('zh', 'light', 1440),
]

export const views: readonly View[] = process.env.TOOLYARD_WALKS === 'all' ? [...pairs, ...others] : pairs
