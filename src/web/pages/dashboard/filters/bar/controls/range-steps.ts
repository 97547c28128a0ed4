/** The steps of a slider between two bounds: whole numbers where they are enough, else about a hundred tidy steps. */
export const rangeStep = ([min, max]: readonly [number, number]): number => {
  const span = max - min
  if (!(span > 0)) return 1
  if (Number.isInteger(min) && Number.isInteger(max) && span >= 5) return span > 1000 ? 10 ** Math.floor(Math.log10(span / 100)) : 1
  return 10 ** Math.floor(Math.log10(span / 50))
}

/** The bounds on the grid of the steps, around those of the data. */
export const steppedBounds = ([min, max]: readonly [number, number]): [number, number] => {
  const step = rangeStep([min, max])
  const tidy = (value: number) => Number(value.toPrecision(12))
  return [tidy(Math.floor(tidy(min / step)) * step), tidy(Math.ceil(tidy(max / step)) * step)]
}

const decimalOf = (locale: string): '.' | ',' => ((0.5).toLocaleString(locale).includes(',') ? ',' : '.')

/** A bound as people of a language write it. */
export const boundText = (bound: number, locale: string): string =>
  bound.toLocaleString(locale, { useGrouping: false, maximumFractionDigits: 20 })

/** A bound as a person types it; undefined where it is no number. A point or comma is the decimal sign, unless it groups digits here. */
export const readBound = (text: string, locale: string): number | null | undefined => {
  const typed = text.trim().replaceAll(/[\s_’']/g, '')
  if (typed === '') return null
  const groups = decimalOf(locale) === ',' ? /^[-+]?\d{1,3}(\.\d{3})+(,\d*)?$/ : /^[-+]?\d{1,3}(,\d{3})+(\.\d*)?$/
  const ungrouped = groups.test(typed) ? typed.replaceAll(decimalOf(locale) === ',' ? '.' : ',', '') : typed
  const value = Number(ungrouped.replace(',', '.').replace('−', '-'))
  return Number.isFinite(value) ? value : undefined
}
