import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Impact = 'minor' | 'moderate' | 'serious' | 'critical'

type Options = {
  /** A selector of what is looked at, because a whole page takes seconds. Of the rest only what is hidden from screen readers. */
  within?: string
}

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
        await new AxeBuilder({ page }).include(within).analyze(),
        await new AxeBuilder({ page }).withRules(['aria-hidden-body', 'aria-hidden-focus']).analyze(),
      ]
    : [await new AxeBuilder({ page }).analyze()]
  return found
    .flatMap(({ violations }) => violations)
    .filter(({ impact }) => !impacts || impacts.some((one) => one === impact))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${impact}) ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
    )
}
