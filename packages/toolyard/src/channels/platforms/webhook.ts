/**
 * A webhook: the message as JSON, in a signed request that a trigger of another installation can read.
 *
 * @module
 */
import { signRequest } from '../../host/index.ts'
import { isFault, type MakeChannel } from '../channel.ts'
import { fileTypeOf } from '../file-type.ts'
import { callPlatform, postJson, refusalByStatus, refusalFault, textIn } from '../platform-call.ts'

export const makeWebhook: MakeChannel = ({ name, secret, url }, parts) => {
  const subject = { platform: 'The webhook', name }
  return {
    limit: 100_000,
    files: 'together',
    buttons: true,
    fileBytes: 5_000_000,
    async send({ text, buttons, files }, { to, key, signal }) {
      const {
        url: address,
        body,
        headers,
      } = postJson(url, {
        id: key,
        channel: name,
        to,
        content: text,
        buttons,
        files: files.map((file) => ({
          name: file.name,
          type: fileTypeOf(file.name),
          data: Buffer.from(file.data).toString('base64'),
        })),
      })
      const answer = await callPlatform(parts, subject, {
        url: address,
        body,
        headers: {
          ...headers,
          'idempotency-key': key,
          ...signRequest(secret, { body, nonce: parts.nonce(), at: parts.clock.wall() }),
        },
        signal,
      })
      if (isFault(answer)) return answer
      const refusal = refusalByStatus(answer, textIn(answer.data['error']) || textIn(answer.data['message']))
      if (refusal) return refusalFault(subject, refusal)
      return { id: textIn(answer.data['id']) }
    },
  }
}
