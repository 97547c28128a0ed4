import { offByDefault } from '#core/access/feature-flags.ts'
import type { FeatureFlag } from '#core/access/feature-flags.ts'

let told: Readonly<Record<string, boolean>> = {}

/** Remembers what the server says, before the first page is drawn. */
export const rememberFeatureFlags = (flags: Readonly<Record<string, boolean>>) => {
  told = flags
}

export const hasFeature = (flag: FeatureFlag): boolean => told[flag] ?? !offByDefault.includes(flag)
