/* Before the first paint: the theme and the language that were chosen last. Nothing else is kept in this browser. */
;(() => {
  const root = document.documentElement
  try {
    const theme = localStorage.getItem('toolyard.theme')
    if (theme === 'light' || theme === 'dark') root.dataset.theme = theme
    const language = localStorage.getItem('toolyard.language')
    if (language === 'en' || language === 'zh') root.lang = language
    else if (navigator.language.toLowerCase().startsWith('zh')) root.lang = 'zh'
  } catch {
    /* Storage is switched off: the system decides. */
  }
})()
