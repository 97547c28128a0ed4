/** What tooltips of ECharts are made of: elements that only say how text looks. */
const plainTag = /<\/?(?:b|br|div|span|strong|table|tbody|td|tr)(?:\s(?:class|style)="(?:(?!url|image)[^"<>\\])*")*\s*\/?>/gi

/** The markup if it can only change how text looks; otherwise with its tags as text. */
export const plainMarkup = (html: string): string => (html.replaceAll(plainTag, '').includes('<') ? html.replaceAll('<', '&lt;') : html)

/** Libraries set `innerHTML` without a policy of their own: ECharts for its tooltips, others to empty an element. */
export const limitMarkup = (): void => {
  globalThis.trustedTypes?.createPolicy('default', { createHTML: plainMarkup })
}
