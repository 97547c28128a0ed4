import { existsSync } from 'node:fs'

// The headless shell takes a sixth less processor time than the whole browser.
const paths = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

/** The browser of the system that journeys, benches and screenshots use; undefined: Playwright's own. */
export const findBrowser = (): string | undefined => paths.find((path) => existsSync(path))
