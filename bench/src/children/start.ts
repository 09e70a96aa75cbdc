/**
 * Starts a Toolyard with a database and the tools of a folder, and prints how long that took from the start of the process.
 *
 * @module
 */
import { join } from 'node:path'
import { createToolyard } from 'toolyard'

const [workspace = '.'] = process.argv.slice(2)
const yard = await createToolyard({
  workspace,
  toolFolders: ['tools'],
  environment: { ...process.env, XDG_STATE_HOME: join(workspace, 'state') },
  database: 'sqlite:state/toolyard.db',
})
const { user, system } = process.cpuUsage()
const wall = performance.now()
const tools = yard.registry.toolNames.length
await yard.close()
console.log(JSON.stringify({ wall, cpu: (user + system) / 1000, tools }))
