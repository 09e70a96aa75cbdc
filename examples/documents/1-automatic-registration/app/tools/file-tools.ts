/** Document, 2.2: the file tools, each registered by what stands above its function. Saving the file is all there is to do. */
import { mkdir, readFile as readBytes, writeFile as writeBytes } from 'node:fs/promises'
import { dirname } from 'node:path'
import { registerTool } from 'toolyard/legacy'

export const readFile = registerTool('read_file', '读取文件内容', { path: String })(async (args: {
  path: string
}) => {
  try {
    return { content: [{ type: 'text', text: await readBytes(args.path, 'utf8') }] }
  } catch (error) {
    return { content: [{ type: 'text', text: `Error: ${(error as Error).message}` }], is_error: true }
  }
})

export const writeFile = registerTool('write_file', '写入文件内容', { path: String, content: String })(
  async ({ path, content }: { path: string; content: string }) => {
    try {
      await mkdir(dirname(path), { recursive: true })
      await writeBytes(path, content)
      const text = `Successfully wrote ${content.length} bytes to ${path}`
      return { content: [{ type: 'text', text }] }
    } catch (error) {
      return { content: [{ type: 'text', text: `Error: ${(error as Error).message}` }], is_error: true }
    }
  },
)
