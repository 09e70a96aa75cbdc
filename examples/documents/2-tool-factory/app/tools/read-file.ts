/** Document, 5.1: parameters and tool in one file. */
import { readFile } from 'node:fs/promises'
import { type ToolContext, ToolyardError } from 'toolyard'
import { tool } from 'toolyard/decorators'
import { z } from 'zod'

/** 读取文件参数 */
const ReadFileParams = z.object({
  target_file: z.string().describe('要读取的文件路径'),
  offset: z.int().default(0).describe('开始读取的行号（从0开始）'),
  limit: z.int().default(100).describe('要读取的行数'),
  should_read_entire_file: z.boolean().default(false).describe('是否读取整个文件'),
})

/**
 * 读取指定文件的内容
 *
 * 支持按行读取或读取整个文件
 */
@tool({ permission: 'read', effects: 'none' })
export class ReadFile {
  static inputSchema = ReadFileParams

  async execute(params: z.infer<typeof ReadFileParams>, _context: ToolContext): Promise<string> {
    const { target_file: file, offset, limit, should_read_entire_file: whole } = params
    const text = await readFile(file, 'utf8').catch(() => {
      throw new ToolyardError('not_found', `读取文件失败: ${file}`)
    })
    return whole
      ? text
      : text
          .split('\n')
          .slice(offset, offset + limit)
          .join('\n')
  }
}
