/** Says which of two cities is warmer now. Use it instead of asking for the weather of each. */
import { defineTool, ToolyardError } from 'toolyard'
import { z } from 'zod'

export default defineTool({
  inputSchema: z.object({
    first: z.string().describe('A city'),
    second: z.string().describe('Another city'),
  }),
  permission: 'read',
  effects: 'none',
  examples: [{ input: { first: 'Oslo', second: 'Rome' }, output: 'Rome is 17 degrees warmer than Oslo.' }],

  async execute({ first, second }, context) {
    // A call inside a call goes through the same checks, rules and limits as any other.
    const degrees = async (city: string): Promise<number> => {
      const { data, error } = await context.call('get_weather', { city })
      if (error) throw new ToolyardError(error.code, error.message, error)
      return (data as { temperature: number }).temperature
    }
    const [here, there] = await Promise.all([degrees(first), degrees(second)])
    if (here === there) return `${first} and ${second} are equally warm.`
    const [warm, cold] = here > there ? [first, second] : [second, first]
    return `${warm} is ${Math.abs(here - there)} degrees warmer than ${cold}.`
  },
})
