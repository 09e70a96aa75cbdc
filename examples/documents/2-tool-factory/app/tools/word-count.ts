/** Document, 3.2: the name comes from the class, the description from its doc comment. */
import { tool } from 'toolyard/decorators'
import { z } from 'zod'

/**
 * 统计文本的字数
 *
 * 只有第一行是工具描述的开头
 */
@tool({ permission: 'read', effects: 'none' })
export class WordCount {
  static inputSchema = z.object({ text: z.string().describe('要统计的文本') })

  execute({ text }: { text: string }): number {
    return Array.from(text).length
  }
}
