const isLetter = (char: string | undefined) => char !== undefined && /\p{L}/u.test(char)
const isDigit = (char: string | undefined) => char !== undefined && /\d/.test(char)

/**
 * Words, numbers, single blanks and single signs. A dot glues letters or digits (`4.447`, `a.m`) until the whole is seen:
 * what is not one decimal number falls apart at its dots.
 */
export const dateTokens = (text: string): string[] => {
  const chars = [...text.replaceAll('\0', '')]
  const tokens: string[] = []
  let at = 0
  while (at < chars.length) {
    const first = chars[at] ?? ''
    if (!isLetter(first) && !isDigit(first)) {
      tokens.push(/\s/.test(first) ? ' ' : first)
      at++
      continue
    }
    let inWord = isLetter(first)
    let [dotted, letters] = [false, inWord]
    let token = ''
    for (; at < chars.length; at++) {
      const char = chars[at] ?? ''
      const same = inWord ? isLetter(char) : isDigit(char)
      const separates = char === '.' || (char === ',' && !dotted && !inWord && token.length >= 2)
      const turns = dotted && token.endsWith('.') && (inWord ? isDigit(char) : isLetter(char))
      if (!same && !separates && !turns) break
      if (turns) inWord = !inWord
      dotted ||= separates
      letters ||= inWord
      token += char
    }
    if (!dotted) tokens.push(token)
    else if (letters || token.split('.').length > 2 || /[.,]$/.test(token)) tokens.push(...token.split(/([.,])/).filter(Boolean))
    else tokens.push(token.replace(',', '.'))
  }
  return tokens
}
