/** Moves the items of `keys`, in their order, before or after the item `target`. */
export const moveBeside = <I extends { key: string }>(items: I[], keys: ReadonlySet<string>, target: string, isAfter: boolean): I[] => {
  const moved = items.filter(({ key }) => keys.has(key))
  const at = items.findIndex(({ key }) => key === target) + (isAfter ? 1 : 0)
  const stays = (part: I[]) => part.filter(({ key }) => !keys.has(key))
  return [...stays(items.slice(0, at)), ...moved, ...stays(items.slice(at))]
}
