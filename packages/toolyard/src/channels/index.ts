export { checkChannels, missingSecrets } from './check-channels.ts'
export { createChannels, knownRecipients } from './create-channels.ts'
