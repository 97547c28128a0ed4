import type { Mount } from '../state/mount.ts'

/** The code that opens the colour of a pressed legend entry loads with the first pointer over the dashboard. */
export const preloadLegends = (mount: Mount) =>
  void import('./watch-legends.ts').then(({ watchLegends }) => watchLegends(mount)).catch(() => undefined)
