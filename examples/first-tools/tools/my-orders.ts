/** Lists the orders of the person who is asking. */
import { defineTool } from 'toolyard'
import { z } from 'zod'

const orders = [
  { id: 'o-1', customerId: 'c-ann', item: 'tea', state: 'sent' },
  { id: 'o-2', customerId: 'c-ann', item: 'cake', state: 'open' },
  { id: 'o-3', customerId: 'c-bob', item: 'bread', state: 'open' },
]

export default defineTool({
  inputSchema: z.object({
    state: z.enum(['open', 'sent']).optional().describe('Only orders in this state'),
    customerId: z.string(),
  }),
  // The application says who is asking (see toolyard.config.ts). A model neither sees this parameter nor can set it.
  provided: ['customerId'],
  permission: 'read',
  effects: 'none',
  examples: [{ input: { state: 'open' }, output: [{ id: 'o-2', item: 'cake', state: 'open' }] }],

  execute({ state, customerId }) {
    return orders
      .filter((order) => order.customerId === customerId && (state === undefined || order.state === state))
      .map(({ id, item, state: current }) => ({ id, item, state: current }))
  },
})
