import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Impact = 'minor' | 'moderate' | 'serious' | 'critical'

type Options = {
  /** A selector of what is looked at, because a whole page takes seconds. Of the rest only what is hidden from screen readers. */
  within?: string
}

/** Details of what passes take a third of the time. */
const onlyViolations = { resultTypes: ['violations'] } satisfies Parameters<AxeBuilder['options']>[0]

/** A page without frames is looked at in itself, in half the time that a second page takes to put the frames together. */
const builder = (page: Page) => new AxeBuilder({ page }).options(onlyViolations).setLegacyMode(page.frames().length === 1)

/** What axe finds wrong on the page as it is, one line each; of the impacts given, or of all. */
export const axeFaults = async (page: Page, impacts?: Impact[], { within }: Options = {}): Promise<string[]> => {
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
    ? [
        await builder(page).include(within).analyze(),
        await builder(page)
          .options({ ...onlyViolations, runOnly: ['aria-hidden-body', 'aria-hidden-focus'] })
          .analyze(),
      ]
    : [await builder(page).analyze()]
  return found
    .flatMap(({ violations }) => violations)
    .filter(({ impact }) => !impacts || impacts.some((one) => one === impact))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${impact}) ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
    )
}
