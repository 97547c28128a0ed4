import { existsSync } from 'node:fs'

// The headless shell takes half the processor time for a page; the whole browser draws an address bar and its pop-ups, too.
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of the system that journeys, benches and screenshots use; undefined: Playwright's own. */
export const findBrowser = (): string | undefined => paths.find((path) => existsSync(path))
