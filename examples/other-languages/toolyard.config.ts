/** Programs in other languages, and a plugin in a folder, as tools. */
import { defineConfig } from 'toolyard'

export default defineConfig({
  tools: {
    // Every NAME.tool.toml and NAME.tool.json in here is a tool.
    programs: ['programs'],
    // A package by its name, or a folder; here with options, and without one of its tools.
    plugins: [{ use: './plugins/greetings', options: { greeting: 'Good day' }, disable: ['wave'] }],
  },
})
