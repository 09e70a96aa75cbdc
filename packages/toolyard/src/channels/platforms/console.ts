/** The console: a note in the log of the process that runs Toolyard. Works with nothing configured. */
import { visibleText } from '../../kernel/index.ts'
import type { MakeChannel } from '../channel.ts'

export const makeConsole: MakeChannel = ({ name }, { note }) => ({
  limit: 100_000,
  files: 'together',
  buttons: false,
  fileBytes: 20_000_000,
  async send(piece, { to }) {
    const files = piece.files.map((file) => `[file: ${file.name}, ${file.data.length} bytes]`)
    const text = visibleText([piece.text, ...files].join('\n'))
    note(
      `[message on ${visibleText(`${name}${to === 'default' ? '' : ` to ${to}`}`)}] ${text.replaceAll('\n', '\n  ')}`,
    )
    return { id: '' }
  },
})
