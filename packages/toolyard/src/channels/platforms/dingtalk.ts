/** DingTalk: a group's robot, signed with its secret. A robot can't send files. */
import { createHmac } from 'node:crypto'
import { isFault, type MakeChannel, type MessagePiece } from '../channel.ts'
import { dingtalkMarkdown } from '../markdown/dialects.ts'
import { postJson } from '../platform-call.ts'
import { titleOf } from '../text-start.ts'
import { askRobot, type Robot } from './robot.ts'

const titleLength = 40

export const makeDingtalk: MakeChannel = ({ name, token, secret, url }, parts) => {
  const robot: Robot = {
    parts,
    subject: { platform: 'DingTalk', name },
    codes: {
      limited: new Set([130_101, 660_026, 410_100]),
      credentials: new Set([300_001, 300_005, 310_000, 400_101, 400_102]),
      hint: 'Check token and secret of the channel against the settings of the robot, and its list of words or addresses.',
    },
  }
  return {
    // Bytes of a request, its other words included.
    limit: 18_000,
    measure: (markdown) => Buffer.byteLength(JSON.stringify(dingtalkMarkdown(markdown))),
    files: 'none',
    buttons: true,
    fileBytes: 0,
    async send(piece, { signal }) {
      const query = new URLSearchParams({ access_token: token })
      if (secret !== '') {
        const timestamp = String(Math.floor(parts.clock.wall()))
        query.set('timestamp', timestamp)
        query.set('sign', createHmac('sha256', secret).update(`${timestamp}\n${secret}`).digest('base64'))
      }
      const address = `${url || 'https://oapi.dingtalk.com'}/robot/send?${query.toString()}`
      const answer = await askRobot(robot, { ...postJson(address, bodyOf(piece)), signal })
      return isFault(answer) ? answer : { id: '' }
    },
  }
}

function bodyOf({ text, buttons }: MessagePiece): unknown {
  const markdown = dingtalkMarkdown(text)
  const title = titleOf(text, titleLength)
  if (buttons.length === 0) return { msgtype: 'markdown', markdown: { title, text: markdown } }
  const btns = buttons.map((button) => ({ title: button.text, actionURL: button.url }))
  return { msgtype: 'actionCard', actionCard: { title, text: markdown, btnOrientation: '0', btns } }
}
