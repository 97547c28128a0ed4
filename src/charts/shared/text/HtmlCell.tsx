import { lazy, Suspense } from 'react'
import type { ReactNode } from 'react'

type Props = { html: string; text: string }

const loadHtmlText = async (): Promise<{ default: (props: Props) => ReactNode }> => {
  try {
    const { HtmlText } = await import('./HtmlText.tsx')
    return { default: HtmlText }
  } catch {
    return { default: ({ text }) => text }
  }
}

/** Few tables hold HTML: what makes it safe is loaded with the first cell that does. Where it does not come, the words stay. */
const HtmlText = lazy(loadHtmlText)

/** A cell's HTML, and its words until it can be shown. */
export const HtmlCell = (props: Props) => (
  <Suspense fallback={props.text}>
    <HtmlText {...props} />
  </Suspense>
)
