import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'

type Impact = 'minor' | 'moderate' | 'serious' | 'critical'

/** What axe finds wrong on the page as it stands, one line each; of the impacts given, or of all. */
export const axeFaults = async (page: Page, impacts?: Impact[]): Promise<string[]> => {
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
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations
    .filter(({ impact }) => !impacts || impacts.some((one) => one === impact))
    .flatMap(({ id, impact, nodes }) =>
      nodes.map(({ target, failureSummary }) => `${id} (${impact}) ${target.join(' ')}: ${failureSummary?.split('\n')[1]?.trim()}`),
    )
}
