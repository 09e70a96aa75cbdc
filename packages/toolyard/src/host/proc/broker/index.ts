export { type BrokerLauncher, startBroker } from './broker-launcher.ts'
