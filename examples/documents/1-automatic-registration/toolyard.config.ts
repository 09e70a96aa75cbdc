/** The tools of this project, for the `toolyard` program. These two are trusted: they may run without asking a person. */
import { defineConfig } from 'toolyard'

export default defineConfig({
  tools: { folders: ['app/tools'], builtins: [] },
  database: 'sqlite:app.db',
  policy: { allow: ['read_file', 'write_file'] },
})
