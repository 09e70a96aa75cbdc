/** WeCom: a group's robot. Its key is a part of the address; links stand for buttons. */
import { isFault, type MakeChannel, type MessagePiece, type Posting } from '../channel.ts'
import { formFile } from '../file-type.ts'
import { wecomMarkdown } from '../markdown/dialects.ts'
import { postJson, textIn, untaken } from '../platform-call.ts'
import { askRobot, type Robot } from './robot.ts'

export const makeWecom: MakeChannel = ({ name, token, url }, parts) => {
  const robot: Robot = {
    parts,
    subject: { platform: 'WeCom', name },
    codes: {
      limited: new Set([45_009, 45_033]),
      credentials: new Set([93_000, 93_008, 40_001, 40_014]),
      hint: 'Copy the key out of the address of the robot, and set it as the token of the channel.',
    },
  }
  const base = `${url || 'https://qyapi.weixin.qq.com'}/cgi-bin/webhook`
  const key = new URLSearchParams({ key: token }).toString()
  const post = (body: unknown, { signal }: Pick<Posting, 'signal'>) =>
    askRobot(robot, { ...postJson(`${base}/send?${key}`, body), signal })

  const sendFile = async ({ files }: MessagePiece, { signal }: Posting) => {
    const body = new FormData()
    for (const file of files) body.set('media', formFile(file), file.name)
    const upload = await askRobot(robot, { url: `${base}/upload_media?${key}&type=file`, body, signal })
    // What was uploaded and not sent is never shown.
    if (isFault(upload)) return untaken(upload)
    return post({ msgtype: 'file', file: { media_id: textIn(upload.data['media_id']) } }, { signal })
  }
  return {
    // Bytes.
    limit: 4096,
    measure: (markdown) => Buffer.byteLength(wecomMarkdown(markdown)),
    files: 'apart',
    buttons: false,
    fileBytes: 20_000_000,
    async send(piece, posting) {
      const content = wecomMarkdown(piece.text)
      const answer =
        piece.files.length > 0
          ? await sendFile(piece, posting)
          : await post({ msgtype: 'markdown_v2', markdown_v2: { content } }, posting)
      return isFault(answer) ? answer : { id: '' }
    },
  }
}
