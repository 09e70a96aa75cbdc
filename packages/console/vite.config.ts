/**
 * Builds the page into the assets of the `toolyard` package, which serves it.
 *
 * Nothing is written into the HTML itself: the server's content security policy allows no inline script or style.
 *
 * @module
 */
import tailwindcss from '@tailwindcss/vite'
import { defineConfig } from 'vite'

/** Where `npm run dev -w @toolyard/console` finds a running server. */
const server = process.env['TOOLYARD_URL'] ?? 'http://127.0.0.1:4680'

/** The server talks only to pages of its own. */
const handOn = { target: server, changeOrigin: true, headers: { origin: server } }

export default defineConfig({
  root: import.meta.dirname,
  // The server writes the path into the page under which it serves it.
  base: './',
  plugins: [tailwindcss()],
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    outDir: '../toolyard/assets/console',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    target: ['chrome123', 'firefox128', 'safari17.5'],
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      onLog(level, log, handle) {
        // Libraries mark their files for servers that render; this page is only a page.
        if (log.code !== 'MODULE_LEVEL_DIRECTIVE') handle(level, log)
      },
    },
  },
  server: { proxy: { '/api': handOn, '/openapi.json': handOn } },
})
