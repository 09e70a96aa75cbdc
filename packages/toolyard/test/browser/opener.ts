/** A process of its own that opens a browser, says so, and waits to be killed. */
import { anything, Ground } from './ground.ts'

const ground = await Ground.make()
const browser = await ground.browsers.open({ allowed: anything })
await browser.context.newPage()
process.stdout.write(`${JSON.stringify({ folder: browser.folder, ground: ground.folder })}\n`)
setInterval(() => {}, 60_000)
