/** Document, 扩展点: a tool of one's own. */
export class MyCustomTool {
  get name(): string {
    return 'my_custom_tool'
  }

  get description(): string {
    return 'My custom tool'
  }

  get parameters(): object {
    return {
      type: 'object',
      properties: { input: { type: 'string', description: 'Input value' } },
      required: ['input'],
    }
  }

  async execute(kwargs: { input: string }): Promise<string> {
    return `Processed: ${kwargs.input}`
  }
}
