/** The color that an element lies on. */
export const backgroundBehind = ({ parentElement }: Element): string => {
  if (!parentElement) return 'white'
  const { backgroundColor } = getComputedStyle(parentElement)
  return /^(transparent|rgba\(.*, 0\))?$/.test(backgroundColor) ? backgroundBehind(parentElement) : backgroundColor
}
