/** What a yard on a file needs so that the SDK's real program runs its agents, against a model server. */
import type { Settings } from '../../src/runtime/index.ts'
import { installClaudeSdk } from './install-sdk.ts'

export function durableSettings(url: string): Settings {
  return {
    claude: { sdkFolder: installClaudeSdk() },
    environment: {
      PATH: process.env['PATH'],
      ANTHROPIC_API_KEY: 'sk-ant-test-0987654321',
      ANTHROPIC_BASE_URL: url,
    },
  }
}
