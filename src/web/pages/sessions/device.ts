const browsers: readonly [name: string, token: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Headless)?(?:Chrome|CriOS|Chromium)\//],
  ['Safari', /\bVersion\/\S+.* Safari\//],
]

const systems: readonly [name: string, token: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMacintosh\b/],
  ['ChromeOS', /\bCrOS\b/],
  ['Linux', /\bLinux\b/],
]

const find = (list: typeof browsers, agent: string) => list.find(([, token]) => token.test(agent))?.[0] ?? null

export type Device = { browser: string | null; system: string | null; isSmall: boolean }

/** Reads browser and system from a User-Agent header; null where unknown. */
export const parseUserAgent = (agent: string | null): Device => {
  const text = agent ?? ''
  return { browser: find(browsers, text), system: find(systems, text), isSmall: /\bMobile\b|\biPhone\b|\biPad\b|\bAndroid\b/.test(text) }
}
