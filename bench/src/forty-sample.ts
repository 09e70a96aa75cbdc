/**
 * The large tool: 40 fields in nested objects and lists.
 *
 * Nothing is optional, because not every library takes optional parameters.
 *
 * @module
 */
import { z } from 'zod'
import { type Arguments, makeSample, type Sample } from './sample.ts'

const text = z.string().min(1).max(200)
const address = z.object({
  street: text,
  house: text,
  postcode: z.string().regex(/^[0-9A-Z -]{3,10}$/),
  city: text,
  country: z.enum(['DE', 'FR', 'IT', 'ES', 'US']),
})
const customer = z.object({
  id: z.string().min(4),
  name: text,
  email: z.string().regex(/^[^@\s]+@[^@\s]+$/),
  phone: z.string().nullable(),
  business: z.boolean(),
  shipping: address,
  billing: address,
})
const line = z.object({
  sku: z.string().min(3),
  title: text,
  quantity: z.number().int().min(1).max(999),
  price: z.number().min(0),
  tax: z.number().min(0).max(1),
  gift: z.boolean(),
  tags: z.array(z.string()),
})
const payment = z.object({
  method: z.enum(['card', 'transfer', 'invoice']),
  currency: z.enum(['EUR', 'USD']),
  total: z.number().min(0),
  paid: z.boolean(),
  reference: z.string().nullable(),
})
const delivery = z.object({
  carrier: z.enum(['post', 'courier', 'pickup']),
  express: z.boolean(),
  insured: z.boolean(),
  weight: z.number().min(0),
  note: z.string().nullable(),
})
const schema = z.object({
  order: z.string().min(4),
  createdAt: z.string(),
  channel: z.enum(['web', 'shop', 'phone']),
  customer,
  lines: z.array(line).min(1).max(50),
  payment,
  delivery,
  priority: z.number().int().min(0).max(9),
  comment: z.string().nullable(),
})

export const fortySample: Sample = makeSample({
  name: 'get_quote',
  description: 'Works out what an order costs, without placing it.',
  schema,
  bad: { ...orderAt(1), priority: 'high' },
  input: orderAt,
  answer,
  execute: async (input) => answer(input),
})

function answer(input: Arguments): string {
  return `${input['order'] as string}: priority ${input['priority'] as number}`
}

function orderAt(index: number): Arguments {
  const home = { street: 'Via Roma', house: `${index}`, postcode: '00184', city: 'Rome', country: 'IT' }
  return {
    order: `order-${index}`,
    createdAt: '2026-11-15T05:00:00Z',
    channel: 'web',
    customer: {
      id: `customer-${index}`,
      name: 'Ada Rossi',
      email: 'ada@example.com',
      phone: null,
      business: false,
      shipping: home,
      billing: { ...home, house: '7' },
    },
    lines: [lineAt(index), lineAt(index + 1)],
    payment: { method: 'card', currency: 'EUR', total: 40 + index, paid: true, reference: `ref-${index}` },
    delivery: { carrier: 'post', express: false, insured: true, weight: 1.5, note: null },
    priority: index % 10,
    comment: null,
  }
}

function lineAt(index: number): Arguments {
  return {
    sku: `sku-${index}`,
    title: 'A book',
    quantity: 1 + (index % 9),
    price: 19.5,
    tax: 0.22,
    gift: false,
    tags: ['paper', 'new'],
  }
}
