/** A pure function of an object that keeps its results for as long as the objects live. */
export const remembered = <A extends object, R>(make: (from: A) => R): ((from: A) => R) => {
  const results = new WeakMap<A, { result: R }>()
  return (from) => {
    const known = results.get(from) ?? { result: make(from) }
    results.set(from, known)
    return known.result
  }
}
