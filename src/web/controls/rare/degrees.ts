/** `6.85236` as `6° 51' 8.50"`. */
export const degreesText = (value: number): string => {
  const hundredths = Math.round(Math.abs(value) * 360_000)
  const degrees = Math.floor(hundredths / 360_000)
  const minutes = Math.floor((hundredths % 360_000) / 6000)
  const seconds = ((hundredths % 6000) / 100).toFixed(2)
  return `${value < 0 && hundredths > 0 ? '-' : ''}${degrees}° ${minutes}' ${seconds}"`
}
