const tokens = /"(?:[^"\\\n]|\\.)*"?|[{}[\],:]/g

/** Strings and punctuation of a text, with the nesting depth before each. */
function* scan(text: string): Generator<{ token: string; at: number; depth: number }> {
  let depth = 0
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token === '}' || token === ']') depth--
    yield { token, at: index, depth }
    if (token === '{' || token === '[') depth++
  }
}

const nameIn = (token: string): string => token.replaceAll(/^"|"$/g, '')

/** Where the keys of the outermost object are, quotes included: lines count from 1, columns from 0. */
export const topKeys = (text: string): { key: string; line: number; from: number; to: number }[] => {
  const found = []
  let last: { token: string; at: number } | null = null
  for (const { token, at, depth } of scan(text)) {
    if (token === ':' && depth === 1 && last) {
      const before = text.slice(0, last.at)
      const from = last.at - before.lastIndexOf('\n') - 1
      found.push({ key: nameIn(last.token), line: before.split('\n').length, from, to: from + last.token.length })
    }
    last = { token, at }
  }
  return found
}

/** What is at the end of a text that breaks off there: a key of the outermost object, the value of one, or something deeper. */
export const topPlace = (before: string): { kind: 'key' } | { kind: 'value'; key: string } | null => {
  let depth = 0
  let name = ''
  let key: string | null = null
  for (const { token, depth: outer } of scan(before)) {
    depth = token === '{' || token === '[' ? outer + 1 : outer
    if (outer !== 1 || depth !== 1) continue
    if (token.startsWith('"')) name = nameIn(token)
    if (token === ':') key = name
    if (token === ',') key = null
  }
  if (depth !== 1) return null
  return key === null ? { kind: 'key' } : { kind: 'value', key }
}
