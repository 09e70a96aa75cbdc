/** Theme and language, where they can always be reached. */
import { Languages, Monitor, Moon, Sun } from 'lucide-react'
import type { ReactNode } from 'react'
import { type Theme, usePreferences } from '../i18n/preferences.tsx'
import { IconButton } from './button.tsx'

const following: Readonly<Record<Theme, Theme>> = { system: 'light', light: 'dark', dark: 'system' }
const icons = { system: Monitor, light: Sun, dark: Moon }

export function PreferenceButtons(): ReactNode {
  const { theme, setTheme, language, setLanguage, words } = usePreferences()
  const names = {
    system: words.shell.themeSystem,
    light: words.shell.themeLight,
    dark: words.shell.themeDark,
  }
  const Icon = icons[theme]
  return (
    <>
      <IconButton label={`${words.shell.theme}: ${names[theme]}`} onClick={() => setTheme(following[theme])}>
        <Icon aria-hidden className="size-4" />
      </IconButton>
      <IconButton
        label={`${words.shell.language}: ${language === 'en' ? 'English' : '中文'}`}
        onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}
      >
        <Languages aria-hidden className="size-4" />
      </IconButton>
    </>
  )
}
