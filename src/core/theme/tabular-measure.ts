/** em of what Inter's tabular numbers set in equal widths: digits and signs of arithmetic, separators, brackets; the same at every weight. */
const tabularWidths: readonly (readonly [RegExp, number])[] = [
  [/[\d*+<=>~±×÷−-]/g, 0.648],
  [/[\s,.:;]/g, 0.269],
  [/[()[\]{}]/g, 0.391],
]

/** px of a text. */
type Measure = (text: string, size: number, weight?: number) => number

/** Measures text that is drawn with tabular numbers, by a measure of text without. */
export const tabularMeasure =
  (measure: Measure): Measure =>
  (text, size, weight) => {
    let others = text
    let tabular = 0
    for (const [characters, width] of tabularWidths) {
      const rest = others.replaceAll(characters, '')
      tabular += (others.length - rest.length) * width
      others = rest
    }
    return measure(others, size, weight) + tabular * size
  }
