/** `message`: writes to people through a configured channel. */
import { basename } from 'node:path'
import { z } from 'zod'
import {
  type ChannelAccess,
  defineTool,
  type MessageFile,
  type Services,
  type ToolContext,
} from '../../define/index.ts'
import { ToolyardError } from '../../kernel/index.ts'
import { pathResources } from '../files/lib/path-resource.ts'
import { requireNamed } from '../files/lib/secret-files.ts'
import { cutFields } from '../output-lib/cut-fields.ts'

const maxFileBytes = 20_000_000
const maxBytes = 40_000_000

export default defineTool({
  name: 'message',
  description:
    'Send a message to people through a configured channel (Telegram, Discord, Slack, Feishu, Lark, e-mail, DingTalk, WeCom, a webhook, the console). Write Markdown: it is sent in the form of the platform, and long text in several parts. Each call sends at most once; if the result is unknown, do not just send it again.',
  category: 'collab',
  permission: 'external',
  effects: 'network',
  timeoutMs: 300_000,
  tags: ['message', 'notify', 'chat', 'email'],
  aliases: {
    chatId: 'chat_id',
    to: 'chat_id',
    recipient: 'chat_id',
    text: 'content',
    message: 'content',
    files: 'media',
  },
  examples: [
    {
      title: 'A note in the log of this process',
      input: { content: 'The build is **done**.', channel: 'console' },
    },
  ],
  inputSchema: z.strictObject({
    content: z.string().min(1).max(40_000).regex(/\S/).describe('The message, in Markdown'),
    channel: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .describe('Name of a configured channel, or its platform; not needed if there is only one'),
    chat_id: z
      .string()
      .min(1)
      .max(320)
      .optional()
      .describe("The chat, room or address to write to; the channel's own by default"),
    media: z
      .array(z.string().min(1).max(4096))
      .max(10)
      .optional()
      .describe('Files of the workspace to send along'),
    buttons: z
      .array(
        z.strictObject({
          text: z.string().min(1).max(64).describe('What the button says'),
          url: z
            .string()
            .max(2000)
            .regex(/^https?:\/\/[^\s()<>"]+$/i, 'must be an http or https address')
            .describe('The address that it opens'),
        }),
      )
      .max(10)
      .optional()
      .describe('Links shown as buttons'),
  }),
  outputSchema: z.strictObject({
    channel: z.string(),
    platform: z.string(),
    to: z.string().describe('Who got it; "default" where there is one recipient only'),
    ids: z.array(z.string()).describe('What the platform calls the parts; empty words where it says nothing'),
    ...cutFields,
  }),
  resources({ channel, chat_id: to, media = [] }, { workspace, services }) {
    const place = channelsOf(services).resolve(channel, to)
    return [
      { kind: 'name', id: `${place.channel}:${place.to}`, access: 'write', shown: true },
      ...media.flatMap((path) => pathResources(path, 'read', workspace)),
    ]
  },

  async execute({ content, channel, chat_id: to, media = [], buttons }, context) {
    const files = await readFiles(media, context)
    const { services, signal } = context
    const message = { content, to, files, buttons }
    const sent = await channelsOf(services).send(channel, message, signal)
    return { channel: sent.channel, platform: sent.platform, to: sent.to, ids: sent.ids }
  },

  render({ channel, platform, to, ids }) {
    const parts = ids.length === 1 ? '' : ` in ${ids.length} parts`
    const named = ids.filter((id) => id !== '')
    const whom = to === 'default' ? '' : ` to ${to}`
    return `Sent${parts}${whom} on ${channel}${channel === platform ? '' : ` (${platform})`}${named.length > 0 ? `; id ${named.join(', ')}` : ''}.`
  },
})

function channelsOf(services: Services | undefined): ChannelAccess {
  if (services?.channels) return services.channels
  throw new ToolyardError('unavailable', 'there are no channels here', {
    hint: "Configure one: channels: { ops: { platform: 'telegram', token: '${TELEGRAM_BOT_TOKEN}', to: '42' } }.",
  })
}

/** All of them before anything is sent. */
async function readFiles(
  paths: readonly string[],
  { host }: Pick<ToolContext, 'host'>,
): Promise<MessageFile[]> {
  const read: MessageFile[] = []
  let total = 0
  for (const path of paths) {
    using file = host.files.openRead(path)
    requireNamed(host.files, path, file.path)
    total += file.size
    if (file.size > maxFileBytes || total > maxBytes)
      throw new ToolyardError(
        'too_large',
        `media: "${file.shown}" has ${file.size} bytes, which is too much to send`,
        {
          hint: `Send files of at most ${maxFileBytes} bytes each, and ${maxBytes} in all.`,
        },
      )
    read.push({ name: basename(file.path), data: await file.readPart(0, file.size) })
  }
  return read
}
