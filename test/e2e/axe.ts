import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, settled } from './server.ts'

type Impact = 'minor' | 'moderate' | 'serious' | 'critical'

type Options = {
  /** The rules to check instead of all. */
  rules?: string[]
  /** A selector of what is looked at, because a whole page takes seconds. Of the rest only what is hidden from screen readers. */
  within?: string
}

/** Details of what passes take a third of the time. */
const onlyViolations = { resultTypes: ['violations'] } satisfies Parameters<AxeBuilder['options']>[0]

/** A page without frames is looked at in itself, in half the time that a second page takes to put the frames together. */
const builder = (page: Page) => new AxeBuilder({ page }).setLegacyMode(page.frames().length === 1)

/** What depends on colours. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe finds wrong on the page as it is, one line each; of the impacts given, or of all. */
export const axeFaults = async (page: Page, impacts?: Impact[], { within, rules }: Options = {}): Promise<string[]> => {
  const look = (runOnly = rules) => builder(page).options({ ...onlyViolations, ...(runOnly && { runOnly }) })
  // A colour that is still fading in has no contrast of its own yet.
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .map(({ playState, effect, finished }) =>
          playState === 'running' && effect?.getTiming().iterations !== Infinity ? finished : undefined,
        ),
    ),
  )
  const found = within
    ? [await look().include(within).analyze(), ...(rules ? [] : [await look(['aria-hidden-body', 'aria-hidden-focus']).analyze()])]
    : [await look().analyze()]
  return found
    .flatMap(({ violations }) => violations)
    .filter(({ impact }) => !impacts || impacts.some((one) => one === impact))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${impact}) ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
    )
}

/** What axe finds wrong on the page in the light theme, and about its colours in the dark one. The page follows the theme of the system. */
export const axeFaultsInBothThemes = async (page: Page, impacts?: Impact[], options: Options = {}): Promise<string[]> => {
  const root = page.locator(':root')
  await page.emulateMedia({ colorScheme: 'light' })
  await expect(root).toHaveAttribute('data-theme', 'light')
  const light = await axeFaults(page, impacts, options)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(root).toHaveAttribute('data-theme', 'dark')
  await settled(page)
  const dark = await axeFaults(page, impacts, { ...options, rules: colorRules })
  await page.emulateMedia({ colorScheme: 'light' })
  return [...light.map((fault) => `light: ${fault}`), ...dark.map((fault) => `dark: ${fault}`)]
}
