import { configure, getConfig } from '@testing-library/react'

const { asyncWrapper } = getConfig()

/**
 * What a test waited for may have been committed only now. Effects of that commit, such as listeners on the window, run in tasks that are
 * already queued; the test goes on after them.
 */
configure({
  asyncWrapper: (wait) =>
    asyncWrapper(async () => {
      const found = await wait()
      await new Promise((resolve) => setTimeout(() => setImmediate(resolve)))
      return found
    }),
})
