export { type LoadedPlugins, loadPlugins } from './load-plugins.ts'
export {
  type Plugin,
  type PluginEntry,
  type PluginExecutor,
  type PluginParts,
  type PluginSpec,
} from './plugin.ts'
