/** `node scripts/install-claude-sdk.ts`: brings the Claude Agent SDK for its tests, which otherwise do so when they first run. */
import { installClaudeSdk } from '../packages/toolyard/test/claude/install-sdk.ts'

console.log(installClaudeSdk())
