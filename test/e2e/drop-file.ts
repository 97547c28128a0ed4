import type { Page } from '@playwright/test'

/** Lets a file go over the page, as a person would. */
export const drop = async (page: Page, name: string, content: string) => {
  const transfer = await page.evaluateHandle(
    ([file, text]) => {
      const data = new DataTransfer()
      data.items.add(new File([text ?? ''], file ?? '', { type: 'text/csv' }))
      return data
    },
    [name, content],
  )
  for (const type of ['dragenter', 'dragover', 'drop']) await page.dispatchEvent('main', type, { dataTransfer: transfer })
}
