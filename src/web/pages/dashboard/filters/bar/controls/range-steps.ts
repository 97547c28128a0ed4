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

/** A bound as a person types it; undefined where it is no number. */
export const readBound = (text: string): number | null | undefined => {
  const trimmed = text.trim()
  if (trimmed === '') return null
  const value = Number(trimmed.replaceAll(/[\s_’']/g, '').replace(/^([^.]*),([^,]*)$/, '$1.$2'))
  return Number.isFinite(value) ? value : undefined
}
