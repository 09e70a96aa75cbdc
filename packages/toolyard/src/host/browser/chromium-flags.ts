/**
 * How Chromium is started and what its policy says: no word to its maker, no way around the proxy, nothing but the web.
 *
 * @module
 */

/** Features that speak to servers of their own, or that Playwright does without: its own list holds for its version. */
const withoutFeatures = [
  'AimEnabled',
  'AutofillServerCommunication',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'CertificateTransparencyComponentUpdater',
  'DestroyProfileOnBrowserClose',
  'DialMediaRouteProvider',
  'HttpsFirstBalancedModeAutoEnable',
  'HttpsUpgrades',
  'LensOverlay',
  'MediaRouter',
  'NetworkTimeServiceQuerying',
  'OptimizationGuideModelDownloading',
  'OptimizationHints',
  'PaintHolding',
  'PreconnectToSearch',
  'ThirdPartyStoragePartitioning',
  'Translate',
]

/** What pages keep (databases, caches, files) of all sites together: else most of the disk. */
const mostStored = 1 << 30

const withFeatures = [
  'CDPScreenshotNewSurface',
  'SkipListAccountsWithoutGaiaCookies',
  `StorageQuotaSettings:PoolSizeBytes/${mostStored}`,
]

const flags = [
  '--headless',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-gpu',
  '--enable-unsafe-swiftshader',
  '--hide-scrollbars',
  '--mute-audio',
  '--blink-settings=primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4',
  '--allow-pre-commit-input',
  '--force-color-profile=srgb',
  '--password-store=basic',
  '--use-mock-keychain',
  '--disable-auto-reload',
  '--disable-background-networking',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-back-forward-cache',
  '--disable-breakpad',
  '--disable-client-side-phishing-detection',
  '--disable-component-extensions-with-background-pages',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-domain-reliability',
  '--disable-extensions',
  '--disable-field-trial-config',
  '--disable-hang-monitor',
  '--disable-infobars',
  '--disable-ipc-flooding-protection',
  '--disable-popup-blocking',
  '--disable-prompt-on-repost',
  '--disable-renderer-backgrounding',
  '--disable-search-engine-choice-screen',
  '--disable-sync',
  '--metrics-recording-only',
  '--no-pings',
  '--no-service-autorun',
  '--disk-cache-size=67108864',
  `--disable-features=${withoutFeatures.join(',')}`,
  `--enable-features=${withFeatures.join(',')}`,
  // Chromium asks its maker for updates and accounts all the same: at a port that it never connects to itself.
  '--component-updater=url-source=https://127.0.0.1:1/',
  '--gaia-url=https://127.0.0.1:1/',
  // Names are looked up by the proxy, those of this machine go there too, and nothing but TCP exists.
  '--proxy-bypass-list=<-loopback>',
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
]

export function chromiumFlags(profile: string, ownSandbox: boolean): readonly string[] {
  return [...flags, `--user-data-dir=${profile}`, ...(ownSandbox ? [] : ['--no-sandbox'])]
}

/** For all of these 2 means never. */
const never = [
  'DefaultFileSystemReadGuardSetting',
  'DefaultFileSystemWriteGuardSetting',
  'DefaultGeolocationSetting',
  'DefaultNotificationsSetting',
  'DefaultSensorsSetting',
  'DefaultSerialGuardSetting',
  'DefaultWebBluetoothGuardSetting',
  'DefaultWebHidGuardSetting',
  'DefaultWebUsbGuardSetting',
]

const off = [
  'AudioCaptureAllowed',
  'AutofillAddressEnabled',
  'AutofillCreditCardEnabled',
  'BackgroundModeEnabled',
  'BrowserNetworkTimeQueriesEnabled',
  'BuiltInDnsClientEnabled',
  'ComponentUpdatesEnabled',
  'DomainReliabilityAllowed',
  'MetricsReportingEnabled',
  'PasswordManagerEnabled',
  'QuicAllowed',
  'SearchSuggestEnabled',
  'ScreenCaptureAllowed',
  'SpellCheckServiceEnabled',
  'TranslateEnabled',
  'VideoCaptureAllowed',
]

/** Pages are http and https; a kept page of another scheme would be a file of the sandbox or a page of Chromium itself. */
export const chromiumPolicy: Readonly<Record<string, unknown>> = {
  URLBlocklist: ['*'],
  URLAllowlist: ['http://*', 'https://*', 'about:blank', 'data:*'],
  AlwaysOpenPdfExternally: true,
  BrowserSignin: 0,
  DnsOverHttpsMode: 'off',
  ExtensionInstallBlocklist: ['*'],
  NetworkPredictionOptions: 2,
  SafeBrowsingProtectionLevel: 0,
  SyncDisabled: true,
  WebRtcIPHandling: 'disable_non_proxied_udp',
  ...Object.fromEntries(never.map((name) => [name, 2])),
  ...Object.fromEntries(off.map((name) => [name, false])),
}
