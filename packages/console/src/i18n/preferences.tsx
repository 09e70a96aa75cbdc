/**
 * Theme and language: chosen by the system until the user chooses here, and then kept in this browser.
 *
 * @module
 */
import { createContext, type ReactNode, use, useMemo, useState } from 'react'
import { en } from './en/index.ts'
import { type Formats, formatsFor } from './formats.ts'
import type { Words } from './words.ts'
import { zh } from './zh/index.ts'

export type Theme = 'system' | 'light' | 'dark'
export type Language = 'en' | 'zh'

export interface Preferences {
  readonly theme: Theme
  readonly language: Language
  readonly words: Words
  readonly formats: Formats
  readonly setTheme: (theme: Theme) => void
  readonly setLanguage: (language: Language) => void
}

const PreferencesContext = createContext<Preferences | undefined>(undefined)

export function PreferencesProvider({ children }: { readonly children: ReactNode }): ReactNode {
  const [theme, setTheme] = useState(readTheme)
  const [language, setLanguage] = useState(readLanguage)
  const value = useMemo<Preferences>(
    () => ({
      theme,
      language,
      words: language === 'zh' ? zh : en,
      formats: formatsFor(language),
      setTheme(chosen) {
        if (chosen === 'system') delete document.documentElement.dataset['theme']
        else document.documentElement.dataset['theme'] = chosen
        keep('toolyard.theme', chosen === 'system' ? undefined : chosen)
        setTheme(chosen)
      },
      setLanguage(chosen) {
        document.documentElement.lang = chosen
        keep('toolyard.language', chosen)
        setLanguage(chosen)
      },
    }),
    [theme, language],
  )
  return <PreferencesContext value={value}>{children}</PreferencesContext>
}

export function usePreferences(): Preferences {
  const value = use(PreferencesContext)
  if (!value) throw new Error('usePreferences outside of PreferencesProvider')
  return value
}

export function useWords(): Words {
  return usePreferences().words
}

export function useFormats(): Formats {
  return usePreferences().formats
}

/** What preferences.js found before the first paint. */
function readTheme(): Theme {
  const chosen = document.documentElement.dataset['theme']
  return chosen === 'light' || chosen === 'dark' ? chosen : 'system'
}

function readLanguage(): Language {
  return document.documentElement.lang === 'zh' ? 'zh' : 'en'
}

function keep(name: string, value: string | undefined): void {
  try {
    if (value === undefined) localStorage.removeItem(name)
    else localStorage.setItem(name, value)
  } catch {
    // Storage is switched off: the choice holds until the page is closed.
  }
}
